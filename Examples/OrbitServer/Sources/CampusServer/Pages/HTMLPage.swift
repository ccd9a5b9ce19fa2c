import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// A text in HTML. A text of a person is always escaped; only literals of this program are markup.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { markup += literal }
        mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
        mutating func appendInterpolation(_ html: HTML) { markup += html.markup }
    }

    fileprivate let markup: String

    init(stringLiteral value: String) { markup = value }
    init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

    private init(_ markup: String) {
        self.markup = markup
    }

    /// Joins parts, each on a line of its own.
    static func lines(_ parts: [HTML]) -> HTML { HTML(parts.map(\.markup).joined(separator: "\n")) }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
            .replacingOccurrences(of: "'", with: "&#39;")
    }
}

/// A page for people without an account, without JavaScript.
struct HTMLPage: Sendable {
    let title: String
    let body: HTML
    var status: HTTPResponse.Status = .ok

    /// The response. No cache stores it, and no search engine lists it, because its address is a secret.
    var response: Response {
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title) – Orbit</title>
            <link rel="stylesheet" href="\(Stylesheet.path)">
            </head>
            <body>
            <main>
            <h1 dir="auto">\(title)</h1>
            \(body)
            </main>
            </body>
            </html>

            """
        var fields: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        if let robots = HTTPField.Name("X-Robots-Tag") { fields[robots] = "noindex" }
        return Response(
            status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: page.markup)))
    }

    /// The page at a link that does not exist, has expired or was revoked. It is the same for every reason.
    static let notFound = HTMLPage(
        title: "Nothing here", body: "<p>This link does not exist, or it has expired.</p>", status: .notFound)

    /// The page if the backend responds with another problem.
    static func unavailable(_ status: Int) -> HTMLPage {
        HTMLPage(
            title: "Not available now", body: "<p>Try again in a few minutes.</p>",
            status: HTTPResponse.Status(code: status))
    }
}
