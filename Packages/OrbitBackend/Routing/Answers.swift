import Foundation
import Networking
import OrbitModels

extension Reply {
    /// `payload` in an envelope.
    static func success(
        _ payload: some Encodable, cache: CacheRule = .never, entityTag: EntityTag? = nil, mail: OutgoingMail? = nil
    ) throws -> Reply {
        var headers = [("content-type", "application/json"), ("cache-control", cache.rawValue)]
        if let entityTag { headers.append(("etag", entityTag.rawValue)) }
        let body = try OrbitJSON.encoder.encode(Envelope.success(payload))
        return Reply(
            response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: body), mail: mail)
    }

    /// The problem in an envelope, its retry time in the header as well.
    static func refusal(_ refusal: Refusal) -> Reply {
        var headers = [("content-type", "application/json"), ("cache-control", CacheRule.never.rawValue)]
        if let seconds = refusal.problem.retryAfter { headers.append(("retry-after", String(seconds))) }
        let body: Data
        do {
            body = try OrbitJSON.encoder.encode(Envelope<MessageData>.failure(refusal.problem))
        } catch {
            // A problem holds text and numbers; only a number that is none, which no rule makes, ends here.
            body = Data(#"{"code":"unavailable","error":"Try again in a moment.","success":false}"#.utf8)
        }
        return Reply(
            response: HTTPResponse(
                status: refusal.status, headers: HTTPHeaders(lenient: headers + refusal.headers), body: body))
    }

    /// The caller already has this version.
    static func notModified(_ entityTag: EntityTag, cache: CacheRule) -> Reply {
        let headers = [("etag", entityTag.rawValue), ("cache-control", cache.rawValue)]
        return Reply(response: HTTPResponse(status: 304, headers: HTTPHeaders(lenient: headers)))
    }
}

/// Who may keep an answer (RFC 9111 §5.2.2).
enum CacheRule: String {
    /// Nobody: it holds secrets or passes.
    case never = "no-store"
    /// The caller, who asks before each use whether it still holds.
    case revalidated = "private, no-cache"
    /// The caller, for an hour.
    case anHour = "private, max-age=3600"
}
