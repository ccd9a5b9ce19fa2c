/// The script that follows the stream of a browser. One of its visible tabs opens the stream, and passes the changes on.
/// It also clears the box "I leave this open" when its slider is moved.
enum StreamScript {
    static let text = #"""
        "use strict";
        (() => {
        const set = document.body.dataset;
        const channel = new BroadcastChannel("orbit"), tabs = new Map(), me = Math.random();
        let source, release, stop;
        function open() {
          source?.close();
          if (!release) return;
          const query = new URLSearchParams();
          for (const [page, version] of tabs.values()) { query.append("page", page); query.append("since", version); }
          source = new EventSource("/stream?" + query);
          const send = gone => e => {
            const m = {...JSON.parse(e.data), version: e.lastEventId, gone};
            orbit.receive(m);
            channel.postMessage(m);
          };
          source.onmessage = send(false);
          source.addEventListener("gone", send(true));
        }
        channel.onmessage = ({data}) => {
          if (data.regions) return orbit.receive(data);
          if (data.ask) return document.hidden || announce();
          if (data.page) tabs.set(data.me, [data.page, data.version]); else tabs.delete(data.me);
          open();
        };
        const announce = () => channel.postMessage({me, page: set.page, version: set.version});
        function start() {
          stop = new AbortController();
          tabs.clear();
          tabs.set(me, [set.page, set.version]);
          announce();
          navigator.locks.request("orbit", {signal: stop.signal}, () => new Promise(done => {
            release = done;
            channel.postMessage({ask: true});
            open();
          })).catch(() => {});
        }
        function leave() {
          stop?.abort();
          source?.close();
          release?.();
          release = null;
          channel.postMessage({me});
        }
        if ("live" in set && navigator.locks) {
          document.addEventListener("visibilitychange", () => document.hidden ? leave() : start());
          addEventListener("pagehide", leave);
          if (!document.hidden) start();
        }
        // A page that the browser has kept can belong to an earlier user, or have a form in flight.
        addEventListener("pageshow", e => { if (e.persisted) location.reload(); });
        addEventListener("input", ({target}) => {
          const box = target.type === "range" && target.form?.elements[target.name + "-open"];
          if (box) box.checked = false;
        });
        if (document.referrer.startsWith(location.origin) && !location.hash) document.getElementById("heading").focus();
        navigator.serviceWorker?.register("/sw.js");
        })();

        """#
}
