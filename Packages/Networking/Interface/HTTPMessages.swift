public import Foundation
public import OrbitModels

/// A request, independent of what carries it.
public struct HTTPRequest: Sendable {
    /// What is asked of the server.
    public var method: HTTPMethod
    /// Where the request goes: an absolute URL.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The bytes of the body; empty for none.
    public var body: Data

    /// Creates a request.
    public init(method: HTTPMethod, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A response, whole and decompressed.
public struct HTTPResponse: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The bytes of the body.
    public var body: Data

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Method, address without its query, header names and sizes: enough to follow what happens, and
/// nothing secret. Header values, queries and bodies hold tokens, codes and people's words, and so may a segment of the
/// path that is longer than an identifier.
extension HTTPRequest: Redacted {
    /// Names and sizes, without values.
    public var description: String {
        let place = "\(url.scheme ?? "")://\(url.host() ?? "")\(shownPath)"
        return "\(method) \(place) \(headers) \(body.count) bytes"
    }

    private var shownPath: String {
        url.path().split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.utf8.count > 40 ? "…" : $0 }.joined(separator: "/")
    }
}

extension HTTPResponse: Redacted {
    /// Names and sizes, without values.
    public var description: String {
        "\(status) \(headers) \(body.count) bytes"
    }
}
