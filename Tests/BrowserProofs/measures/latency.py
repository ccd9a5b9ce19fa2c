"""The time from the action of one person to the pixels of another person, and the time and size of a first page."""

import statistics

MESSAGES = 20  # fewer than a person may write in a minute
# Notes the time at which a message is painted. A frame after the change, the change is on the screen.
WATCH = """() => {
    self.shown = {};
    const look = () => {
        for (const text of document.querySelectorAll('.messages .text')) {
            const name = text.textContent;
            if (!/^Ping /.test(name) || name in self.shown) continue;
            self.shown[name] = 0;
            requestAnimationFrame(() => setTimeout(() => {
                self.shown[name] = performance.timeOrigin + performance.now();
            }));
        }
    };
    new MutationObserver(look).observe(document.getElementById('messages'), {
        childList: true, subtree: true, characterData: true});
}"""
SEND = """() => {
    addEventListener('submit', () => { self.sent = performance.timeOrigin + performance.now(); }, true);
}"""
TIMES = """() => {
    const page = performance.getEntriesByType('navigation')[0];
    const parts = performance.getEntriesByType('resource').filter(part => /\\.(css|js)$/.test(part.name));
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return {
        response: page.responseEnd, loaded: page.domContentLoadedEventEnd, paint: paint ? paint.startTime : null,
        bytes: page.transferSize + parts.reduce((sum, part) => sum + part.transferSize, 0),
    };
}"""


def measure_latency(writer, reader):
    """Sends messages from one browser to another. Returns the milliseconds from the press to the pixels."""
    reader.page.evaluate(WATCH)
    writer.page.evaluate(SEND)
    took = []
    for number in range(MESSAGES):
        text = f"Ping {number}"
        writer.submit("/send", {"text": text})
        reader.page.wait_for_function("text => self.shown[text] > 0", arg=text)
        took.append(reader.page.evaluate("text => self.shown[text]", text) - writer.page.evaluate("() => self.sent"))
    took.sort()
    return {
        "messages": len(took), "median_ms": round(statistics.median(took), 1),
        "p95_ms": round(took[int(0.95 * (len(took) - 1))], 1), "max_ms": round(took[-1], 1),
    }


def measure_first_page(browsers, address, cookies, path, times=7):
    """Opens a page in new browsers with an empty cache. Returns medians in milliseconds, and the bytes."""
    results = []
    for _ in range(times):
        visitor = browsers.open(address, "first")
        visitor.context.add_cookies(cookies)
        visitor.go(path)
        visitor.page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        results.append(visitor.page.evaluate(TIMES))
        visitor.context.close()
        browsers.visitors.remove(visitor)
    # The first browser after the start of Chromium is slower.
    results = results[1:]
    return {
        name: round(statistics.median(result[key] for result in results), 1) for name, key in (
            ("response_ms", "response"), ("loaded_ms", "loaded"), ("painted_ms", "paint"), ("bytes", "bytes"))}
