import Testing

@testable import Networking

@Suite struct HTTPHeadersTests {
    @Test func `header names are case-insensitive, and fields keep their order`() throws {
        var headers = HTTPHeaders(lenient: [(name: "B", value: "1"), (name: "a", value: "2"), (name: "b", value: "3")])
        let b = try #require(HeaderName("b"))
        #expect(headers[b] == "1")
        #expect(headers.values(of: try #require(HeaderName("B"))) == ["1", "3"])
        try headers.set(b, to: "4")
        #expect(headers.fields.map(\.value) == ["2", "4"])
        headers.remove(b)
        #expect(headers[b] == nil)
    }

    @Test(arguments: ["", " ", "a b", "a:", "a\r\n", "a\0", "é", "(a)", "a/b", "\"a\"", "a,b", "X-Ok: 1\r\nX-Evil"])
    func `a header name that is not a token is refused`(name: String) {
        #expect(HeaderName(name) == nil)
        #expect(HTTPHeaders(lenient: [(name: name, value: "value")]).fields.isEmpty)
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "\u{1B}[2J", "\u{7F}"])
    func `a header value with a control character is refused`(value: String) {
        var headers = HTTPHeaders()
        #expect(throws: InvalidHeaderValue(name: .accept)) { try headers.set(.accept, to: value) }
        #expect(headers.fields.isEmpty)
        #expect(HTTPHeaders(lenient: [(name: "accept", value: value)]).fields.isEmpty)
    }

    @Test(arguments: ["", "a b", "tab\there", "ünïcödé", "aĊX-Evil: 1", "\u{85}", "\u{2028}"])
    func `a header value without control characters is kept`(value: String) throws {
        var headers = HTTPHeaders()
        try headers.set(.accept, to: value)
        #expect(headers[.accept] == value)
    }

    @Test(arguments: ["", "GET ", "GET / HTTP/1.1\r\nX-Evil: 1", "GE\0T", "GÉT"])
    func `a method that is not a token is refused`(method: String) {
        #expect(HTTPMethod(rawValue: method) == nil)
    }

    @Test func `POST and PATCH are the methods that are not idempotent`() {
        #expect([HTTPMethod.get, .head, .put, .delete].allSatisfy { $0.isIdempotent })
        #expect([HTTPMethod.post, .patch].allSatisfy { !$0.isIdempotent })
        #expect(HTTPMethod(rawValue: "POST") == .post)
    }
}
