package import Foundation
public import Networking
public import OrbitModels
package import OrbitStore

/// The result of an operation. Its data is encoded after the transaction.
public struct OperationResult: Sendable {
    private enum Content: Sendable {
        /// A value that is encoded and put into an envelope.
        case data(any Encodable & Sendable)
        /// Encoded data that is put into an envelope.
        case encoded(Data)
        /// A response that is sent unchanged.
        case response(HTTPResponse)
    }

    private var content: Content
    private var cache = CacheRule.never
    private var entityTag: EntityTag?
    /// The message to hand over after the commit of the transaction.
    package var responseMail: ResponseMail?
    /// Writes after a read, in a transaction of their own. The response is sent after their commit.
    package var followUp: (@Sendable (any StoreTransaction) throws -> Void)?
    /// The other people that the data is about. A repeated request gets its first response only if the caller may still
    /// see them.
    package private(set) var subjects: [UserID] = []
    /// The position and the new events of the caller's log.
    package var receipt: StoredReceipt?

    /// Creates a result that is sent without an envelope.
    public init(response: HTTPResponse) {
        content = .response(response)
    }

    /// Creates a result from the data of an earlier response.
    package init(encoded data: Data, receipt: StoredReceipt? = nil) {
        content = .encoded(data)
        self.receipt = receipt
    }

    /// Returns a success with encoded data in an envelope.
    ///
    /// - Parameters:
    ///   - data: The encoded data.
    ///   - cache: The rule for caches.
    ///   - position: The position of the caller's log.
    package static func success(
        encoded data: Data, cache: CacheRule, at position: LogPosition?
    ) -> OperationResult {
        var result = OperationResult(encoded: data, receipt: position.map { StoredReceipt(at: $0) })
        result.cache = cache
        return result
    }

    /// Returns a success with a payload in an envelope.
    ///
    /// - Parameters:
    ///   - payload: The data of the response.
    ///   - cache: The rule for caches.
    ///   - entityTag: The version of the data.
    ///   - subjects: The other people that the data is about. A repeated request gets its first response only if the
    ///     caller may still see them.
    public static func success(
        _ payload: some Encodable & Sendable, cache: CacheRule = .never, entityTag: EntityTag? = nil,
        about subjects: [UserID?] = []
    ) -> OperationResult {
        var result = OperationResult(encoded: Data())
        result.content = .data(payload)
        (result.cache, result.entityTag) = (cache, entityTag)
        result.subjects = subjects.compactMap(\.self)
        return result
    }

    /// Returns a problem in an envelope. Unlike a thrown problem, it does not undo the transaction.
    public static func refusal(_ problem: HTTPProblem) -> OperationResult {
        OperationResult(response: problem.response)
    }

    /// Returns a response for a caller that already has this version.
    public static func notModified(_ entityTag: EntityTag, cache: CacheRule) -> OperationResult {
        let headers = [("etag", entityTag.rawValue), ("cache-control", cache.rawValue)]
        return OperationResult(response: HTTPResponse(status: 304, headers: HTTPHeaders(lenient: headers)))
    }
}

extension OperationResult {
    /// Returns the data, encoded at most once; `nil` if there is no envelope.
    package mutating func encodedData() throws -> Data? {
        switch content {
        case .response: return nil
        case .encoded(let data): return data
        case .data(let payload):
            let data = try OrbitJSON.encoder.encode(payload)
            content = .encoded(data)
            return data
        }
    }

    package func response() throws -> HTTPResponse {
        if case .response(let response) = content { return response }
        var result = self
        guard let data = try result.encodedData() else { throw HTTPProblem.internalFailure }
        var headers = [("content-type", "application/json"), ("cache-control", cache.rawValue)]
        if let entityTag { headers.append(("etag", entityTag.rawValue)) }
        return HTTPResponse(
            status: 200, headers: HTTPHeaders(lenient: headers), body: LogJSON.envelope(of: data, receipt))
    }
}

extension LogJSON {
    /// Returns `{ "action", "at", "data", "events", "success" }`; see `LogReceipt`.
    fileprivate static func envelope(of data: Data, _ receipt: StoredReceipt?) -> Data {
        var json = LogJSON(capacity: data.count + 128)
        json.add("{")
        if let receipt {
            if let action = receipt.action {
                json.add(#""action":"#)
                json.add(quoting: action)
                json.add(",")
            }
            json.add(#""at":"#)
            json.add(quoting: receipt.at.description)
            json.add(",")
        }
        json.add(#""data":"#)
        json.add(data)
        if let receipt, !receipt.events.isEmpty {
            json.add(#","events":"#)
            json.add(receipt.events)
        }
        json.add(#","success":true}"#)
        return json.bytes
    }
}

extension HTTPProblem {
    /// The problem in an envelope, with the retry time in the header as well.
    package var response: HTTPResponse {
        var fields = [("content-type", "application/json"), ("cache-control", CacheRule.never.rawValue)]
        if let seconds = problem.retryAfter { fields.append(("retry-after", String(seconds))) }
        let body: Data
        do {
            body = try OrbitJSON.encoder.encode(Envelope<MessageData>.failure(problem))
        } catch {
            // A problem contains texts and numbers. Encoding fails only for NaN and infinity, which no rule produces.
            body = Data(#"{"code":"unavailable","error":"Try again in a moment.","success":false}"#.utf8)
        }
        return HTTPResponse(status: status, headers: HTTPHeaders(lenient: fields + headers), body: body)
    }
}

/// The caches that may store a response (RFC 9111 §5.2.2).
public enum CacheRule: String, Sendable {
    /// No cache, because the response contains secrets or is short-lived.
    case never = "no-store"
    /// The caller's cache, which revalidates the response before each use.
    case revalidated = "private, no-cache"
    /// The caller's cache, for an hour.
    case anHour = "private, max-age=3600"
}
