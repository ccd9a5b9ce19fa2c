"""Fields: the focus, the caret, a composition, typed text, boxes, selects and files."""

from processes.proving import expect

from .bench import field, form

SELECT = (
    '<label for="kind">Kind</label><select id="kind" name="kind"><option value="a"{a}>A</option>'
    '<option value="b"{b}>B</option><option value="c">C</option></select>'
)


def select(chosen=""):
    return SELECT.format(a=" selected" * (chosen == "a"), b=" selected" * (chosen == "b"))


def keep_focus(open):
    """A button keeps the focus while elements come, go and move around it."""
    def row(name):
        return f'<li id="{name}"><button id="b-{name}">{name}</button></li>'

    bench = open({"list": f"<ul>{row('two')}{row('four')}</ul>"})
    bench.page.focus("#b-two")
    bench.mark("b-two")
    for names in ["one two three four", "two one", "three two", "two", "four three two one"]:
        bench.patch(list="<ul>" + "".join(map(row, names.split())) + "</ul>")
        expect(bench.focus() == "b-two", names, "moves the focus to", bench.focus())
        expect(bench.is_same("b-two"), names, "replaces the button")
    return bench


def keep_caret(open):
    """A field with the focus keeps its text, its caret and its selection, whatever the server sends."""
    bench = open({"form": form(field("abcdef"))})
    bench.page.focus("#text")
    bench.script("() => document.getElementById('text').setSelectionRange(2, 4, 'backward')")
    bench.patch(form="<p>new</p>" + form(field("from the server")))
    bench.page.keyboard.type("XY")
    expect(bench.value("text") == "abXYef", "the field has", bench.value("text"))
    bench.patch(form=form(field("other")))
    bench.page.keyboard.type("Z")
    expect(bench.value("text") == "abXYZef", "the field has", bench.value("text"))
    return bench


def clear_box_of_moved_slider(open):
    """A moved slider clears the box that leaves its scale open, and no change of the server checks it again."""
    scale = (
        '<input type="range" id="scale" name="scale" aria-label="Scale"><label><input type="checkbox" id="open" '
        'name="scale-open" checked>Open</label>'
    )
    bench = open({"form": form(scale)})
    bench.page.focus("#scale")
    bench.page.keyboard.press("ArrowRight")
    expect(not bench.page.is_checked("#open"), "the box of the moved slider is checked")
    bench.patch(form="<p>new</p>" + form(scale))
    expect(not bench.page.is_checked("#open"), "the patch checks the box again")
    return bench


def keep_composition(open):
    """Text that is being composed, such as Chinese characters, is not interrupted."""
    area = '<label for="text">Text</label><textarea id="text" name="text">{}</textarea>'
    bench = open({"form": form(area.format("")), "list": "<p id='p'>1</p>"})
    bench.page.focus("#text")
    bench.script(
        "() => { self.ended = 0; addEventListener('compositionend', () => self.ended += 1); }")
    keys = bench.page.context.new_cdp_session(bench.page)
    for number, text in enumerate(["n", "ni", "nih", "nihao"]):
        keys.send("Input.imeSetComposition", {
            "text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        bench.patch(form=form(area.format(number)), list=f"<p id='p'>{number}</p><p id='q'>more</p>")
        expect(bench.value("text") == text, "the composition is", bench.value("text"))
        expect(bench.script("() => self.ended") == 0, "the composition ended early")
    keys.send("Input.insertText", {"text": "你好"})
    expect(bench.value("text") == "你好", "the composed text is", bench.value("text"))
    return bench


def keep_typed_text(open):
    """A changed field without the focus keeps its text until its own form was sent. Unchanged fields change."""
    boxes = '<input type="checkbox" id="box" name="box" value="1"{}> <input type="checkbox" id="still" name="still"{}>'
    bench = open({"form": form(field("a") + field("b", "other") + boxes.format("", "") + select("a"))})
    bench.page.fill("#text", "typed")
    bench.page.check("#box")
    bench.page.focus("#heading")
    bench.patch(form=form(field("A") + field("B", "other") + boxes.format("", " checked") + select("b")))
    expect(bench.value("text") == "typed", "the typed text became", bench.value("text"))
    expect(bench.page.is_checked("#box"), "the box lost its mark")
    expect(bench.value("other") == "B", "the unchanged field has", bench.value("other"))
    expect(bench.page.is_checked("#still"), "the unchanged box was not checked")
    expect(bench.value("kind") == "b", "the unchanged select has", bench.value("kind"))
    bench.site.results["/act"] = lambda fields: (
        bench.site.pages["/page"].update(form=form(field("") + field("B", "other") + select("b"))) or "/page")
    bench.page.click("#send")
    bench.wait("() => !document.querySelector('form[data-busy]') && document.getElementById('text').value === ''")
    sent = bench.site.posts[0][1]
    expect((sent["text"], sent["box"]) == (["typed"], ["1"]), "the form has sent", sent)
    return bench


def keep_selects(open):
    """A changed select keeps its choice. A select with the focus, whose list may be open, stays as it is."""
    bench = open({"form": form(select("a"))})
    bench.page.select_option("#kind", "c")
    bench.page.focus("#heading")
    bench.patch(form=form(select("b")))
    expect(bench.value("kind") == "c", "the select has", bench.value("kind"))
    bench.show()
    bench.page.focus("#kind")
    bench.mark("kind")
    bench.script("() => { document.querySelectorAll('#kind option').forEach(o => o.isSame = true); }")
    bench.patch(form=form(select("a") + "<p>new</p>"))
    expect(bench.is_same("kind") and bench.focus() == "kind", "the select was replaced")
    same = bench.script("() => [...document.querySelectorAll('#kind option')].every(o => o.isSame)")
    expect(same, "the options of an open select were replaced")
    return bench


def keep_files(open):
    """A chosen file stays chosen."""
    chooser = '<label for="file">File</label><input type="file" id="file" name="file">'
    bench = open({"form": form(chooser), "list": "<p>1</p>"})
    bench.page.set_input_files("#file", {"name": "a.png", "mimeType": "image/png", "buffer": b"png"})
    bench.page.focus("#heading")
    bench.patch(form=form(chooser) + "<p>new</p>", list="<p>2</p>")
    expect(bench.script("() => document.getElementById('file').files[0]?.name") == "a.png", "the file is lost")
    return bench


def keep_sliders(open):
    """A moved slider keeps its place. A slider that was not moved follows the server."""
    slider = '<input type="range" id="{0}" name="{0}" min="0" max="100" step="5" value="{1}" aria-label="{0}">'
    bench = open({"form": form(slider.format("one", 50) + slider.format("two", 50))})
    bench.page.focus("#one")
    for _ in range(3):
        bench.page.keyboard.press("ArrowRight")
    bench.page.focus("#heading")
    bench.patch(form=form(slider.format("one", 20) + slider.format("two", 20)))
    expect(bench.value("one") == "65", "the moved slider has", bench.value("one"))
    expect(bench.value("two") == "20", "the other slider has", bench.value("two"))
    return bench


def keep_names(open):
    """Fields whose names are properties of forms, such as `action` and `id`, change neither target nor identity."""
    content = (
        '<input type="hidden" name="id" value="{0}"><input type="hidden" name="method" value="{0}">'
        '<label for="text">Text</label><input type="radio" id="text" name="action" value="warn" checked>'
    )
    markup = '<form method="post" action="/act"><p>{1}</p>' + content + '<button id="send">Send</button></form>'
    bench = open({"form": markup.format(1, 1)})
    bench.page.focus("#send")
    bench.mark("send")
    bench.patch(form=markup.format(1, 2))
    expect(bench.is_same("send") and bench.focus() == "send", "a field named id replaces its form")
    bench.site.results["/act"] = lambda fields: "/page"
    bench.page.click("#send")
    bench.site.wait(lambda: bench.site.posts, "the form")
    bench.wait("() => !document.querySelector('form[data-busy]')")
    expect(bench.site.posts[0][0] == "/act", "the form was sent to", bench.site.posts[0][0])
    return bench


PROOFS = [
    keep_focus, keep_caret, keep_composition, keep_typed_text, keep_selects, keep_files, keep_sliders,
    clear_box_of_moved_slider, keep_names,
]
