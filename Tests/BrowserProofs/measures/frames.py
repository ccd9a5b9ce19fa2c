"""The frames of a solar system that animates and scrolls, from a trace of Chromium."""

import json

# Copies planets of the picture to other places, until there are as many as wanted.
PLANT = """count => {
    const svg = document.querySelector('.space svg'), known = [...svg.querySelectorAll('a[id^="planet-"]')];
    const {width, height} = svg.viewBox.baseVal;
    for (let number = known.length; number < count; number += 1) {
        const original = known[number % known.length], planet = original.cloneNode(true);
        planet.id = 'planet-copy-' + number;
        const {cx, cy} = planet.querySelector('circle');
        const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
        // The golden ratio spreads points evenly.
        const x = (number * 0.6180339887 % 1) * width, y = (number * 0.7548776662 % 1) * height;
        group.setAttribute('transform', `translate(${x - cx.baseVal.value} ${y - cy.baseVal.value})`);
        group.append(planet);
        original.parentElement.append(group);
    }
    return svg.querySelectorAll('a[id^="planet-"]').length;
}"""
# Scrolls down and up for a while. Returns the times of all frames in milliseconds.
SCROLL = """milliseconds => new Promise(done => {
    const times = [], start = performance.now();
    let direction = 6;
    const frame = now => {
        times.push(now);
        const before = scrollY;
        scrollBy(0, direction);
        if (scrollY === before) direction = -direction;
        if (now - start < milliseconds) requestAnimationFrame(frame); else done(times);
    };
    requestAnimationFrame(frame);
})"""
CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"]


def measure_frames(browser, page, planets, seconds=5):
    """Returns the number of planets, of frames per second in the page and in the trace, and the longest frame."""
    shown = page.evaluate(PLANT, planets)
    page.evaluate(SCROLL, 1_000)
    browser.start_tracing(page=page, categories=CATEGORIES)
    times = page.evaluate(SCROLL, 1_000 * seconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    count = {name: sum(event["name"] == name for event in events) for name in ("DrawFrame", "DroppedFrame")}
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    took = (times[-1] - times[0]) / 1_000
    return {
        "planets": shown, "frames_per_second": round(len(gaps) / took, 1),
        "drawn_per_second": round(count["DrawFrame"] / took, 1), "dropped": count["DroppedFrame"],
        "longest_frame_ms": round(max(gaps), 1),
    }
