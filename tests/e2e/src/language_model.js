// Stands in for the browser's LanguageModel: the same calls, checks and exceptions, and no model.
//
// `plan` says how it behaves; what it was asked is kept in `window.__asked`.
(() => {
  const plan = JSON.parse(PLAN);
  const asked = (window.__asked = []);
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const tokens = (messages) =>
    messages.reduce((sum, { content }) => sum + content.split(/\s+/).filter(Boolean).length, 0);
  const check = (messages, first) => {
    messages.forEach(({ role, content }, at) => {
      if (!["system", "user", "assistant"].includes(role) || typeof content !== "string") {
        throw new TypeError(`no message: ${role}`);
      }
      if (role === "system" && !(first && at === 0)) {
        throw new TypeError("a system prompt stands at the beginning");
      }
    });
  };
  const full = () => new DOMException("The input is too large.", "QuotaExceededError");

  class StandIn extends EventTarget {
    #used;

    static async availability() {
      return plan.availability;
    }

    static async create({ signal, monitor, initialPrompts = [], ...rest } = {}) {
      asked.push({ create: { initialPrompts, ...rest } });
      signal?.throwIfAborted();
      check(initialPrompts, true);
      if (plan.availability === "unavailable") {
        throw new DOMException("The device cannot run the model.", "NotSupportedError");
      }
      if (plan.availability !== "available") {
        if (plan.forbidden || !navigator.userActivation.isActive) {
          throw new DOMException("Requires a user gesture.", "NotAllowedError");
        }
        const target = new EventTarget();
        monitor?.(target);
        for (const loaded of [0, 0.42, 1]) {
          target.dispatchEvent(new ProgressEvent("downloadprogress", { loaded, total: 1 }));
          await wait(plan.pause);
        }
        plan.availability = "available";
      }
      if (tokens(initialPrompts) > plan.window) {
        throw full();
      }
      const session = new StandIn();
      session.#used = tokens(initialPrompts);
      return session;
    }

    get contextUsage() {
      return this.#used;
    }

    get contextWindow() {
      return plan.window;
    }

    async measureContextUsage(input) {
      return tokens(input);
    }

    promptStreaming(input, { signal } = {}) {
      asked.push({ prompt: input });
      check(input, false);
      this.#used += tokens(input);
      if (this.#used > plan.window) {
        asked.push("forgotten");
        this.#used = tokens(input);
      }
      if (tokens(input) > plan.window) {
        return new ReadableStream({ start: (controller) => controller.error(full()) });
      }
      const words = plan.answer.split(/(?<= )/);
      return new ReadableStream({
        start: (controller) => {
          signal?.addEventListener("abort", () => {
            // What has ended cannot be aborted any more.
            if (words.length > 0) {
              asked.push("aborted");
              controller.error(signal.reason);
            }
          });
        },
        pull: async (controller) => {
          await wait(plan.pause);
          if (signal?.aborted) {
            return;
          }
          const word = words.shift();
          this.#used += 1;
          controller.enqueue(word);
          if (words.length === 0) {
            controller.close();
          }
        },
      });
    }

    destroy() {
      asked.push("destroyed");
    }
  }
  Object.defineProperty(window, "LanguageModel", { value: StandIn, configurable: true });
})();
