public import Foundation
public import OrbitModels

/// A request, independent of its transport.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The absolute URL of the resource.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The bytes of the body. Without a body it is empty.
    public var body: Data

    /// Creates a request.
    public init(method: HTTPMethod, url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data = Data()) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A complete response, decompressed.
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

/// A description with the method, the address without its query, header names and sizes.
///
/// Header values, queries and bodies may contain tokens, codes and texts of people. A path segment of more than 40
/// bytes may, too, so it is shortened.
extension HTTPRequest: Redacted {
    /// The method, the address, header names and sizes, without values.
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
    /// The status, header names and sizes, without values.
    public var description: String {
        "\(status) \(headers) \(body.count) bytes"
    }
}

/// A response whose body is read while it arrives, such as server-sent events.
///
/// Only one reader at a time may use it. A transport keeps at most 256 KiB for a slow reader, and then reads no more
/// from the network.
public struct HTTPStream: Sendable {
    /// The status code, such as 200.
    public let status: Int
    /// The header fields.
    public let headers: HTTPHeaders
    private let read: @Sendable () async throws(TransportError) -> Data?
    private let end: @Sendable () -> Void

    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - read: Returns the next bytes, which are never empty, or `nil` at the end. Throws `.cancelled` at once if the
    ///     task is cancelled.
    ///   - close: Closes the connection and ends an active read. May be called more than once.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(),
        read: @escaping @Sendable () async throws(TransportError) -> Data?, close: @escaping @Sendable () -> Void
    ) {
        self.status = status
        self.headers = headers
        self.read = read
        end = close
    }

    /// Returns the next bytes, or `nil` at the end of the body.
    public func next() async throws(TransportError) -> Data? { try await read() }

    /// Closes the connection. Call it if the stream is not read to its end.
    public func close() { end() }
}

/// A request method (RFC 9110 §9).
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name. It is case-sensitive, and the names that RFC 9110 defines are in upper case.
    public let rawValue: String

    /// Creates a method, or returns `nil` unless the text is a token. A method therefore cannot inject another request.
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

    /// Whether sending a request twice has the same effect as sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }

    /// The name.
    public var description: String { rawValue }
}
