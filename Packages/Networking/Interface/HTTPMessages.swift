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

/// A response whose body is read while it arrives, such as server-sent events.
///
/// One reader at a time. What is not read is not taken from the network either: a transport keeps no more than
/// 256 KiB for a slow reader.
public struct HTTPStream: Sendable {
    /// The status code, such as 200.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    private let read: @Sendable () async throws(TransportError) -> Data?
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - read: the next bytes, never none; `nil` at the end. A cancelled task gets `.cancelled` at once.
    ///   - close: gives the connection up, and ends a read that is under way. May be called more than once.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(),
        read: @escaping @Sendable () async throws(TransportError) -> Data?, close: @escaping @Sendable () -> Void
    ) {
        self.status = status
        self.headers = headers
        self.read = read
        end = close
    }

    /// The next bytes; `nil` at the end of the body.
    public func next() async throws(TransportError) -> Data? { try await read() }

    /// Gives the connection up. Call it when the stream is not read to its end.
    public func close() { end() }
}

/// A request method, by RFC 9110 §9.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name, in upper case.
    public let rawValue: String

    /// `nil` unless the text is a token, so that no method can smuggle in another request.
    public init?(rawValue: String) {
        guard HeaderName(rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(known rawValue: String) {
        self.rawValue = rawValue
    }

    /// `GET` (RFC 9110 §9.3).
    public static let get = HTTPMethod(known: "GET")
    /// `HEAD` (RFC 9110 §9.3).
    public static let head = HTTPMethod(known: "HEAD")
    /// `POST` (RFC 9110 §9.3).
    public static let post = HTTPMethod(known: "POST")
    /// `PUT` (RFC 9110 §9.3).
    public static let put = HTTPMethod(known: "PUT")
    /// `PATCH` (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// `DELETE` (RFC 9110 §9.3).
    public static let delete = HTTPMethod(known: "DELETE")

    /// Whether sending it twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }

    /// The name.
    public var description: String { rawValue }
}
