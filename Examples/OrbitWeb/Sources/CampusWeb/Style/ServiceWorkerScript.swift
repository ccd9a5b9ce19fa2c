/// The script that shows a page without a connection.
enum ServiceWorkerScript {
    static let text = #"""
        "use strict";
        // Keeps the offline page. No page of a person is stored.
        const name = "orbit-1", files = ["/offline", "/style.css", "/icon.svg"];
        addEventListener("install", e => e.waitUntil(caches.open(name).then(c => c.addAll(files)).then(() => skipWaiting())));
        addEventListener("activate", e => e.waitUntil(
          caches.keys().then(all => Promise.all(all.filter(k => k !== name).map(k => caches.delete(k)))).then(() => clients.claim())));
        addEventListener("fetch", e => {
          const path = new URL(e.request.url).pathname;
          if (e.request.mode === "navigate") e.respondWith(fetch(e.request).catch(() => caches.match("/offline")));
          else if (files.includes(path)) e.respondWith(fetch(e.request).catch(() => caches.match(path)));
        });

        """#
}
