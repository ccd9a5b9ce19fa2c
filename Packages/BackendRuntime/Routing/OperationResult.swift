package import Foundation
public import Networking
public import OrbitModels
package import OrbitStore

/// What an operation came to. Its data is encoded when the transaction is over.
public struct OperationResult: Sendable {
    private enum Content: Sendable {
        /// To be put into an envelope.
        case data(any Encodable & Sendable)
        /// The same, encoded already.
        case encoded(Data)
        /// As it is.
        case response(HTTPResponse)
    }

    private var content: Content
    private var cache = CacheRule.never
    private var entityTag: EntityTag?
    /// Leaves once the transaction is committed.
    package var posting: Posting?
    /// Writes that follow a read, in a transaction of their own. The response leaves once it is committed.
    package var followUp: (@Sendable (any StoreTransaction) throws -> Void)?
    /// The other people the data is about. When the request is repeated, it is given again only if the caller may
    /// still see them.
    package private(set) var subjects: [UserID] = []
    /// What the response says of the caller's log.
    package var receipt: StoredReceipt?

    /// A response without an envelope.
    public init(response: HTTPResponse) {
        content = .response(response)
    }

    /// A response that was given before.
    package init(encoded data: Data, receipt: StoredReceipt? = nil) {
        content = .encoded(data)
        self.receipt = receipt
    }

    /// What was encoded before, in an envelope.
    package static func success(
        encoded data: Data, cache: CacheRule, at position: LogPosition?
    ) -> OperationResult {
        var result = OperationResult(encoded: data, receipt: position.map { StoredReceipt(at: $0) })
        result.cache = cache
        return result
    }

    /// `payload` in an envelope.
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

    /// The problem in an envelope.
    public static func refusal(_ problem: HTTPProblem) -> OperationResult {
        OperationResult(response: problem.response)
    }

    /// The caller already has this version.
    public static func notModified(_ entityTag: EntityTag, cache: CacheRule) -> OperationResult {
        let headers = [("etag", entityTag.rawValue), ("cache-control", cache.rawValue)]
        return OperationResult(response: HTTPResponse(status: 304, headers: HTTPHeaders(lenient: headers)))
    }
}

extension OperationResult {
    /// Encodes the data, unless it is; `nil` if there is no envelope to put it into.
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
    /// `{ "action", "at", "data", "events", "success" }`; see `LogReceipt`.
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
    /// The problem in an envelope, its retry time in the header as well.
    package var response: HTTPResponse {
        var fields = [("content-type", "application/json"), ("cache-control", CacheRule.never.rawValue)]
        if let seconds = problem.retryAfter { fields.append(("retry-after", String(seconds))) }
        let body: Data
        do {
            body = try OrbitJSON.encoder.encode(Envelope<MessageData>.failure(problem))
        } catch {
            // A problem holds text and numbers; only a number that is none, which no rule makes, ends here.
            body = Data(#"{"code":"unavailable","error":"Try again in a moment.","success":false}"#.utf8)
        }
        return HTTPResponse(status: status, headers: HTTPHeaders(lenient: fields + headers), body: body)
    }
}

/// Who may keep a response (RFC 9111 §5.2.2).
public enum CacheRule: String, Sendable {
    /// No cache: it holds secrets or passes.
    case never = "no-store"
    /// The caller, who asks before each use whether it still holds.
    case revalidated = "private, no-cache"
    /// The caller, for an hour.
    case anHour = "private, max-age=3600"
}
