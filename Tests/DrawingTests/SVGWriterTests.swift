import Drawing
import Testing

@Suite struct SVGWriterTests {
    @Test(arguments: [(0.0, "0"), (1.5, "1.5"), (-2.25, "-2.25"), (3.999, "4"), (0.05, "0.05"), (1e300, "1000000000")])
    func `numbers are written with at most two decimals`(number: Double, text: String) {
        #expect(SVGWriter.number(number) == text)
    }

    @Test func `NaN is written as zero`() {
        #expect(SVGWriter.number(.nan) == "0")
    }

    @Test func `a gradient states the opacity of its translucent stops only`() {
        var svg = SVGWriter()
        svg.gradient("linearGradient", id: "fade", [("x1", "0")], stops: [(0, "#000000", 1), (1, "#ffffff", 0.5)])
        #expect(
            svg.text == """
                <linearGradient id="fade" x1="0">
                <stop offset="0" stop-color="#000000"/>
                <stop offset="1" stop-color="#ffffff" stop-opacity="0.5"/>
                </linearGradient>

                """)
    }

    @Test func `text and attributes are escaped`() {
        var svg = SVGWriter()
        svg.element("text", [("class", "a\"b<c")], text: "<script>&\u{0}\u{202E}'")
        #expect(
            svg.text == "<text class=\"a&quot;b&lt;c\">&lt;script&gt;&amp;\u{FFFD}\u{202E}&#39;</text>\n")
    }

    @Test func `a document has a size and a title`() {
        var svg = SVGWriter()
        svg.document(width: 390, height: 200.5, title: "Two & two") { $0.circle(x: 1, y: 2, radius: 3, []) }
        #expect(svg.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.text.contains("viewBox=\"0 0 390 200.5\""))
        #expect(svg.text.contains("<title>Two &amp; two</title>"))
        #expect(svg.text.hasSuffix("<circle cx=\"1\" cy=\"2\" r=\"3\"/>\n</svg>\n"))
    }
}
