#!/usr/bin/env bash
# Trunk runs this at the end of a build. Hooks would run side by side, so there is only this one.
#
# Trunk names the files of a module that is loaded later without a hash, so a browser could go on using an old one with a
# new page. This gives them one, and writes the module's address into the page, where `data-lazy` names it:
# <template id="NAME" data-lazy="./NAME.js">.
source "$(dirname "$0")/common.bash"

scripts/split.sh

cd "$TRUNK_STAGING_DIR"
for name in $(sed -n 's|.*data-lazy="\./\([a-z_-]*\)\.js".*|\1|p' index.html); do
  hash=$(cat "$name.js" "${name}_bg.wasm" | cksum | tr -d ' ')
  mv "$name.js" "$name-$hash.js"
  mv "${name}_bg.wasm" "$name-${hash}_bg.wasm"
  # Starts the module, in a worker or in the page: the same as Trunk's loader shim, under the new names. A query
  # behind its address is handed on, so that a module that broke can be started once more, afresh.
  printf '%s\n' \
    "const { default: init } = await import(\"./$name-$hash.js\" + new URL(import.meta.url).search);" \
    "await init({ module_or_path: new URL(\"./$name-${hash}_bg.wasm\", import.meta.url) });" \
    >"$name-${hash}_start.js"
  sed "s|data-lazy=\"\./$name\.js\"|data-lazy=\"./$name-${hash}_start.js\"|" index.html >index.html.new
  mv index.html.new index.html
done

# The style sheets stand in files of their own for those who work on them; a visitor gets one.
sheets=$(sed -n 's|.*href="\?\./\([a-z_-]*-[0-9a-f]*\.css\)"\?.*|\1|p' <<<"$(sed 's/<link/\n<link/g' index.html)")
if [ -n "$sheets" ]; then
  # shellcheck disable=SC2086 # They are names of files, without spaces.
  cat $sheets >style.css
  merged="style-$(cksum <style.css | tr -d ' ').css"
  mv style.css "$merged"
  first=${sheets%%$'\n'*}
  sed "s|$first|$merged|" index.html >index.html.new
  for sheet in $sheets; do
    rm "$sheet"
    sed "s|<link[^>]*$sheet[^>]*>||g" index.html.new >index.html
    mv index.html index.html.new
  done
  mv index.html.new index.html
fi
