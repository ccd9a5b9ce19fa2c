import PageParts
import Testing

@Suite struct MarkupTests {
    @Test(
        arguments: [
            ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("a & b", "a &amp; b"),
            ("\"'", "&quot;&#39;"), ("a\u{0}b\u{1B}", "a\u{FFFD}b\u{FFFD}"), ("\u{85}", "\u{FFFD}"),
            ("é\u{FFFE}", "é\u{FFFD}"), ("عمر 🌱\n", "عمر 🌱\n"),
        ])
    func `a text in markup is escaped`(_ text: String, _ escaped: String) {
        let html: Markup = "<p>\(text)</p>"
        #expect(html.markup == "<p>\(escaped)</p>")
    }

    @Test func `a value after an equals sign is written in quotes, so that it cannot add an attribute`() {
        let value = "x onclick=alert(1) \"y"
        let html: Markup = "<a title=\(value)>"
        #expect(html.markup == "<a title=\"x onclick=alert(1) &quot;y\">")
    }

    @Test(
        arguments: [
            ("/people/1", "/people/1"), ("https://orbit.example/", "https://orbit.example/"), ("#main", "#main"),
            ("javascript:alert(1)", "#"), ("//evil.example", "#"), ("/\\evil.example", "#"),
            ("data:text/html,x", "#"), ("http://evil.example", "#"), (" javascript:alert(1)", "#"), ("", "#"),
        ])
    func `an address leads to this site or to https`(_ address: String, _ written: String) {
        for html in ["<a href=\(address)>", "<form action=\(address)>", "<img src=\(address)>"] as [Markup] {
            #expect(html.markup.contains("=\"\(written)\">"))
        }
    }

    @Test func `markup in markup is not escaped again, and a missing part writes nothing`() {
        let part: Markup? = nil
        let html: Markup = "<b>\("<i>" as Markup)</b>\(part)\(["<u>", "<s>"] as [Markup])"
        #expect(html.markup == "<b><i></b><u><s>")
    }

    @Test func `an attribute without a value is written only if its condition is true`() {
        let html: Markup = "<input\("checked", if: true)\("disabled", if: false)>"
        #expect(html.markup == "<input checked>")
    }

    @Test func `a name is isolated from the direction of the text around it`() {
        let html: Markup = "<p>\(name: "עמית <3")!</p>"
        #expect(html.markup == "<p><bdi>עמית &lt;3</bdi>!</p>")
    }

    @Test func `a number is written as text and as an attribute`() {
        let html: Markup = "<meter value=\(7)>\(7)</meter>"
        #expect(html.markup == "<meter value=\"7\">7</meter>")
    }
}
