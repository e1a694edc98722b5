// Finds visible elements by role and accessible name. arguments: role, name, and an element to look inside
// (or null). A name that ends with "*" matches any name that begins so; an empty name matches every name.
//
// Covers the part of the "Accessible Name and Description Computation" and of "HTML Accessibility API
// Mappings" that this page needs: explicit roles, the common implicit ones, aria-labelledby, aria-label,
// label elements, alt and title, and names from content.
const [role, wanted, root] = arguments;

const implicit = (element) => {
  const tag = element.localName;
  const type = (element.getAttribute("type") ?? "text").toLowerCase();
  switch (tag) {
    case "a": case "area": return element.hasAttribute("href") ? "link" : null;
    case "article": case "dialog": case "form": case "main": case "math": case "table": return tag;
    case "aside": return "complementary";
    case "button": return "button";
    // A disclosure's summary is a button that expands it.
    case "summary": return "button";
    case "details": return "group";
    case "fieldset": return "group";
    case "footer": return "contentinfo";
    case "h1": case "h2": case "h3": case "h4": case "h5": case "h6": return "heading";
    case "header": return "banner";
    case "hr": return "separator";
    case "img": return element.getAttribute("alt") === "" ? "presentation" : "img";
    case "input":
      if (["button", "submit", "reset", "image"].includes(type)) return "button";
      if (["checkbox", "radio"].includes(type)) return type;
      if (type === "number") return "spinbutton";
      if (type === "range") return "slider";
      if (type === "search") return "searchbox";
      return element.hasAttribute("list") ? "combobox" : "textbox";
    case "li": return "listitem";
    case "nav": return "navigation";
    case "ol": case "ul": case "menu": return "list";
    case "option": return "option";
    case "output": return "status";
    case "progress": return "progressbar";
    case "section": return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") ? "region" : null;
    case "select": return element.multiple || element.size > 1 ? "listbox" : "combobox";
    case "td": return "cell";
    case "textarea": return "textbox";
    case "th": return "columnheader";
    case "tr": return "row";
    default: return null;
  }
};
const roleOf = (element) => element.getAttribute("role")?.trim().split(/\s+/)[0] || implicit(element);

const isShown = (element) => {
  if (element.closest("[aria-hidden=true], [inert]")) return false;
  // A modal dialog makes the rest of the page unreachable.
  const modal = [...document.querySelectorAll("dialog:modal")].pop();
  if (modal && !modal.contains(element)) return false;
  // The options of a closed list have no box of their own.
  const boxed = element.localName === "option" ? element.closest("select") ?? element : element;
  return boxed.checkVisibility({ visibilityProperty: true, opacityProperty: false, contentVisibilityAuto: false });
};

const tidy = (text) => text.replace(/\s+/g, " ").trim();
const contentOf = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  if (node.getAttribute("aria-hidden") === "true") return "";
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return "";
  const label = node.getAttribute("aria-label");
  if (label) return label;
  if (node.localName === "img") return node.alt;
  const inner = [...node.childNodes].map(contentOf).join("");
  return style.display.startsWith("inline") ? inner : ` ${inner} `;
};
const fromContent = new Set([
  "button", "cell", "checkbox", "columnheader", "heading", "link", "menuitem", "menuitemradio", "option", "radio",
  "row", "switch", "tab", "tooltip", "treeitem",
]);
const nameOf = (element) => {
  const by = element.getAttribute("aria-labelledby");
  if (by) return tidy(by.split(/\s+/).map((id) => contentOf(document.getElementById(id) ?? new Text(""))).join(" "));
  const label = element.getAttribute("aria-label");
  if (label) return tidy(label);
  if (element.labels?.length) return tidy([...element.labels].map(contentOf).join(" "));
  if (element.localName === "img") return tidy(element.alt);
  if (element.localName === "fieldset") return tidy(contentOf(element.querySelector("legend") ?? new Text("")));
  if (element.localName === "details") return tidy(contentOf(element.querySelector("summary") ?? new Text("")));
  if (element.localName === "table") return tidy(contentOf(element.caption ?? new Text("")));
  if (element.localName === "input" && implicit(element) === "button") return tidy(element.value);
  if (fromContent.has(roleOf(element))) {
    const text = tidy([...element.childNodes].map(contentOf).join(""));
    if (text) return text;
  }
  return tidy(element.getAttribute("title") ?? element.getAttribute("placeholder") ?? "");
};

const matches = wanted.endsWith("*")
  ? (name) => name.startsWith(wanted.slice(0, -1))
  : (name) => wanted === "" || name === wanted;
return [...(root ?? document).querySelectorAll("*")].filter((element) =>
  roleOf(element) === role && isShown(element) && matches(nameOf(element)));
