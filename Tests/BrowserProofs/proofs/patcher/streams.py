"""Streams: an interruption inside a region, several tabs, hidden tabs, and the end of a session."""

from processes.proving import expect

HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
    Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => hidden ? 'hidden' : 'visible'});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def resume_after_cut(open):
    """A stream that is cut inside a region changes nothing, and resumes after its last complete event."""
    bench = open({"list": "<p id='row'>1</p>"})
    bench.patch(list="<p id='row'>2</p>")
    complete = bench.site.version
    event = bench.site.event("/page", {"list": "<p id='row'>3</p><p id='more'>more</p>"})
    before = bench.site.opened
    stream = bench.stream
    stream.write(event[:event.index("more") + 2])
    stream.cut()
    bench.site.wait(lambda: bench.site.opened > before, "another stream")
    expect(bench.stream.last == complete, "the stream resumes after", bench.stream.last, "and not", complete)
    expect(bench.page.inner_text("#row") == "2", "half of a region is shown")
    bench.stream.write(event)
    bench.wait("() => document.getElementById('more')?.textContent === 'more'")
    return bench


def survive_cuts_at_every_byte(open):
    """A cut at any byte of an event never shows a part of a region."""
    bench = open({"list": "<p id='row'>0</p>"})
    event = bench.site.event("/page", {"list": "<p id='row'>ñ😀</p>"}).encode()
    places = sorted({*range(1, len(event) - 1, max(1, len(event) // 12)), len(event) - 2, len(event) - 1})
    for place in places:
        before, stream = bench.site.opened, bench.stream
        stream.connection.sendall(event[:place])
        stream.cut()
        bench.site.wait(lambda: bench.site.opened > before and bench.site.streams, "another stream")
        shown = bench.page.inner_text("#row")
        expect(shown == "0", "after", place, "bytes the page shows", shown)
    bench.stream.connection.sendall(event)
    bench.wait("() => document.getElementById('row').textContent === 'ñ😀'")
    return bench


def share_one_stream(open):
    """Two tabs share one stream, and each gets its page. When the tab with the stream closes, the other opens one."""
    bench = open({"list": "<p id='row'>1</p>"})
    bench.site.pages["/other"] = {"list": "<p id='row'>1</p>"}
    second = bench.visitor.context.new_page()
    second.goto("/other")
    bench.site.wait(
        lambda: len(bench.site.streams) == 1 and sorted(bench.site.streams[0].pages) == ["/other", "/page"],
        "one stream of both tabs")
    bench.patch(list="<p id='row'>2</p>")
    bench.stream.write(bench.site.event("/other", {"list": "<p id='row'>3</p>"}))
    second.wait_for_function("() => document.getElementById('row').textContent === '3'")
    expect(bench.page.inner_text("#row") == "2", "the first tab shows the region of the second")
    bench.page.close()
    bench.site.wait(
        lambda: [stream.pages for stream in bench.site.streams] == [["/other"]], "the stream of the second tab")
    bench.stream.write(bench.site.event("/other", {"list": "<p id='row'>4</p>"}))
    second.wait_for_function("() => document.getElementById('row').textContent === '4'")
    return bench


def close_hidden_tab(open):
    """A hidden tab closes its stream. When it is shown, it resumes from the version that it shows."""
    bench = open({"list": "<p id='row'>1</p>"})
    bench.patch(list="<p id='row'>2</p>")
    shown = bench.site.version
    bench.script(HIDE, True)
    bench.site.wait(lambda: not bench.site.streams, "the end of the stream")
    missed = bench.site.event("/page", {"list": "<p id='row'>3</p>"})
    bench.script(HIDE, False)
    bench.site.wait(lambda: bench.site.streams, "a stream")
    expect(bench.stream.since == [shown], "the tab states the version", bench.stream.since, "and not", shown)
    bench.stream.write(missed)
    bench.wait("() => document.getElementById('row').textContent === '3'")
    return bench


def leave_hidden_tab_out(open):
    """The stream of the visible tab leaves out a hidden tab, and includes it again."""
    bench = open({"list": "<p id='row'>1</p>"})
    bench.site.pages["/other"] = {"list": "<p id='row'>1</p>"}
    second = bench.visitor.context.new_page()
    second.goto("/other")

    def one_stream_of(*pages):
        bench.site.wait(
            lambda: len(bench.site.streams) == 1 and sorted(bench.site.streams[0].pages) == list(pages),
            f"one stream of {pages}")

    one_stream_of("/other", "/page")
    second.evaluate(HIDE, True)
    one_stream_of("/page")
    second.evaluate(HIDE, False)
    one_stream_of("/other", "/page")
    bench.script(HIDE, True)
    one_stream_of("/other")
    bench.script(HIDE, False)
    one_stream_of("/other", "/page")
    return bench


def load_again_at_end(open):
    """At the end of the session, every tab loads its page again."""
    bench = open({"list": "<p id='row'>1</p>"})
    bench.site.pages["/other"] = {"list": "<p id='row'>1</p>"}
    second = bench.visitor.context.new_page()
    second.goto("/other")
    bench.site.wait(
        lambda: len(bench.site.streams) == 1 and len(bench.site.streams[0].pages) == 2, "one stream of both tabs")
    for path in "/page", "/other":
        bench.site.pages[path] = {"list": "<p id='row'>signed out</p>"}
    stream = bench.stream
    for path in "/page", "/other":
        try:
            stream.write(bench.site.gone(path))
        except OSError:  # the tab with the stream has loaded its page again, and then the other opens a stream
            bench.site.wait(lambda: bench.site.streams, "a stream")
            bench.stream.write(bench.site.gone(path))
    for page in bench.page, second:
        page.wait_for_function("() => document.getElementById('row')?.textContent === 'signed out'")
    return bench


PROOFS = [
    resume_after_cut, survive_cuts_at_every_byte, share_one_stream, close_hidden_tab, leave_hidden_tab_out,
    load_again_at_end,
]
