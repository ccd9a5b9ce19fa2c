/// The script that changes regions of a page in place, and sends forms without leaving the page.
enum PatchScript {
    static let text = #"""
        "use strict";
        (() => {
        const byId = id => document.getElementById(id), set = document.body.dataset;
        // The properties of a form can be fields, such as a field with the name id.
        const get = (n, name) => n.getAttribute?.(name) || "";
        const now = n => n.value + n.checked;
        // A field whose content the user has changed is kept until its own form was sent.
        const isDirty = n => n.nodeName === "SELECT" ? [...n.options].some(o => o.selected !== o.defaultSelected)
          : /^(checkbox|radio)$/.test(n.type) ? n.checked !== n.defaultChecked
          : n.type === "file" ? n.value !== "" : n.value !== n.defaultValue;
        const say = text => { byId("news").textContent = text || ""; };

        function morph(a, b, sent) {
          if (a.nodeType !== 1) { if (a.data !== b.data) a.data = b.data; return; }
          if (a.dataset.busy) return;
          const field = a.matches("input,textarea,select");
          if (field && !(sent && sent.get(a) === now(a)) && (a === document.activeElement || isDirty(a))) return;
          for (const {name, value} of b.attributes)
            if (a.getAttribute(name) !== value && name !== "open") a.setAttribute(name, value);
          // A region without its tabindex would lose the focus.
          for (const {name} of [...a.attributes])
            if (!b.hasAttribute(name) && !/^(open|tabindex)$/.test(name)) a.removeAttribute(name);
          if (a.nodeName !== "SELECT") children(a, b, sent);
          else if (a.innerHTML !== b.innerHTML) a.innerHTML = b.innerHTML;
          if (!field) return;
          if (/^(checkbox|radio)$/.test(a.type)) a.checked = b.checked;
          else if (a.type !== "file" && a.value !== b.value) a.value = b.value;
        }

        function children(a, b, sent) {
          const wanted = [...b.childNodes], ids = new Set(["", ...wanted.map(n => get(n, "id"))]);
          for (const n of [...a.children]) if (!ids.has(get(n, "id")) && !n.dataset.busy) n.remove();
          let at = a.firstChild;
          for (const next of wanted) {
            let old = at;
            while (old && !(old.nodeName === next.nodeName && get(old, "id") === get(next, "id"))) old = old.nextSibling;
            if (!old) a.insertBefore(document.importNode(next, true), at);
            else {
              if (old === at) at = at.nextSibling; else a.insertBefore(old, at);
              morph(old, next, sent);
            }
          }
          while (at) { const rest = at.nextSibling; if (!(at.dataset && at.dataset.busy)) at.remove(); at = rest; }
        }

        // Changes the page, and keeps the focus, the selection and the scroll position.
        function patch(change) {
          const active = document.activeElement, around = [];
          for (let n = active; n; n = n.parentElement) around.push(n);
          let range;
          // Some fields have no selection.
          try { range = [active.selectionStart, active.selectionEnd]; } catch {}
          const anchor = [...document.querySelectorAll("main [id]")].find(n => n.getBoundingClientRect().top >= 0);
          const top = anchor && anchor.getBoundingClientRect().top;
          change();
          if (active.isConnected && document.activeElement !== active) {
            active.focus({preventScroll: true});
            if (range?.[0] != null) active.setSelectionRange(...range);
          } else if (!active.isConnected) {
            const near = around.find(n => n.isConnected && "region" in n.dataset) || byId("heading");
            near.tabIndex = -1;
            near.focus({preventScroll: true});
          }
          if (anchor && anchor.isConnected) scrollBy(0, anchor.getBoundingClientRect().top - top);
        }

        const parse = html => new DOMParser().parseFromString(html, "text/html");
        function receive(m) {
          if (m.page !== set.page) return;
          if (m.gone) return location.reload();
          set.version = m.version;
          patch(() => { for (const r of m.regions) if (byId(r.id)) morph(byId(r.id), parse(r.html).body.firstElementChild); });
        }

        addEventListener("submit", async e => {
          const form = e.target;
          if (get(form, "method") !== "post" || e.defaultPrevented) return;
          e.preventDefault();
          if (form.dataset.busy) return;
          const data = new FormData(form, e.submitter);
          // Text that is typed while the form is in flight is kept.
          const sent = new Map([...form.elements].map(n => [n, now(n)]));
          form.dataset.busy = 1;
          try {
            let r = await fetch(get(form, "action"), {
              method: "POST", headers: {"X-Orbit": 1},
              body: get(form, "enctype") ? data : new URLSearchParams(data)});
            const to = r.headers.get("X-Location");
            // Back shows an empty form.
            if (to && to !== set.page) return form.reset(), location.assign(to);
            if (to) r = await fetch(to);
            const doc = parse(await r.text());
            delete form.dataset.busy;
            patch(() => morph(byId("main"), doc.getElementById("main"), sent));
            document.title = doc.title;
            if (r.ok) set.version = doc.body.dataset.version; else byId("heading").focus();
            say(doc.getElementById("notice")?.textContent);
          } catch {
            delete form.dataset.busy;
            say(set.offline);
          }
        });
        self.orbit = {receive};
        })();

        """#
}
