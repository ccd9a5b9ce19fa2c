import PageParts
import Testing

@Suite struct PagePathTests {
    @Test func `an identifier with reserved characters stays one segment`() {
        #expect(PagePath.to("people", "a/b?c#d") == "/people/a%2Fb%3Fc%23d")
        #expect(PagePath.to(["x"], query: [("a", "1&2"), ("b", "")]) == "/x?a=1%262")
    }

    @Test(
        arguments: [
            ("/pokes", true), ("/x?a=1", true), ("//evil.example", false), ("https://evil.example", false),
            ("/\\evil.example", false), ("/a b", false), ("", false), ("pokes", false), ("/a\r\nSet-Cookie: x", false),
        ])
    func `only a path of this site is a target of a redirect`(_ text: String, _ isLocal: Bool) {
        #expect((PagePath.local(text) != nil) == isLocal)
    }

    @Test func `a path beyond the maximum length is refused as a target`() {
        #expect(PagePath.local("/" + String(repeating: "x", count: 3_000)) == nil)
        #expect(PagePath.local(nil) == nil)
    }
}
