import Foundation
import Networking
import NetworkingTesting
import OrbitModels

/// The bugs in requests, responses and streams.
extension PlantedBug {
    /// Returns the request as a client with this bug sends it.
    func outgoing(_ request: HTTPRequest, findings: Findings) -> HTTPRequest {
        var request = request
        switch self {
        case .keysAreNotKept:
            guard let key = request.headers[.idempotencyKey] else { break }
            request.headers = request.headers.replacing(.idempotencyKey, with: "\(key)\(findings.takeNumber())")
        case .clientIDsAreNotKept:
            guard request.method == .post, request.url.path().hasSuffix("/messages") else { break }
            let text = String(decoding: request.body, as: UTF8.self)
            let id = #""client_id":"\#(findings.takeNumber())x"#
            request.body = Data(text.replacingOccurrences(of: #""client_id":""#, with: id).utf8)
            request.headers.remove(.idempotencyKey)
        case .keysAreDropped: request.headers.remove(.idempotencyKey)
        case .pagesRepeat: request.url = request.url.withoutItem("cursor")
        default: break
        }
        return request
    }

    /// Returns the refusal of a proxy as a client with this bug reads it.
    func refusal(_ response: HTTPResponse, of request: HTTPRequest) -> HTTPResponse {
        guard self == .refusalEndsSession, request.isRefresh else { return response }
        return Self.sessionEnded ?? response
    }

    /// Returns the response as a client with this bug reads it.
    ///
    /// - Parameter stale: The last body of the same resource.
    func incoming(
        _ response: HTTPResponse, to request: HTTPRequest, stale: Data?, findings: Findings
    ) -> HTTPResponse {
        guard response.status == 200, !request.isRefresh || self == .lifetimeIsMisread else { return response }
        switch self {
        case .lifetimeIsMisread:
            return request.isRefresh ? response.replacing(#""expires_in":900"#, with: #""expires_in":1"#) : response
        // Otherwise the poll that fetches missing events repairs what the stream has ignored.
        case .resyncIsIgnored: return response.replacing(#","resync":true"#, with: "")
        case .nextPageIsLost: return response.replacing(#""next_cursor""#, with: #""other_cursor""#)
        case .receiptEventsAreVoid: return request.method == .get ? response : response.withVoidEvents { _ in true }
        case .receiptPositionIsWrong:
            guard request.method != .get else { return response }
            return response.changing { members in
                guard let at = members["at"] as? String, let position = LogPosition(at) else { return }
                members["at"] = position.advanced(by: 1).description
            }
        case .staleListIsShown, .cacheIgnoresAccounts:
            guard request.method == .get, let stale, let at = response.members?["at"] else { return response }
            var changed = response
            changed.body = stale
            return changed.changing { $0["at"] = at }
        default: return response
        }
    }

    /// Returns the chunks of a stream as a client with this bug reads them.
    func streamed(_ chunk: Data, findings: Findings) -> [Data] {
        switch self {
        case .resyncIsIgnored:
            let text = String(decoding: chunk, as: UTF8.self)
            let changed = text.replacingOccurrences(of: "event: resync\n", with: "")
                .replacingOccurrences(of: #","resync":true"#, with: "")
                .replacingOccurrences(of: #""resync":true,"#, with: "")
            return [Data(changed.utf8)]
        case .pokesAreDropped: return chunk.contains("poke.received") ? [] : [chunk]
        case .pokesAreVoid: return [chunk.withVoidEvents("poke.received")]
        case .hidingIsVoid: return [chunk.withVoidEvents("person.hidden")]
        case .newMessagesAreVoid: return [chunk.withVoidEvents("message.added")]
        case .changedMessagesAreVoid: return [chunk.withVoidEvents("message.changed")]
        case .eventsCountNothing:
            let text = String(decoding: chunk, as: UTF8.self)
            return [
                Data(
                    text.replacingOccurrences(
                        of: #""unread_count":[0-9]+"#, with: #""unread_count":0"#, options: .regularExpression
                    ).utf8)
            ]
        case .matchesAreVoid: return [chunk.withVoidEvents("match.made")]
        case .framesAreCut: return chunk.contains("data: ") ? [chunk.prefix(chunk.count / 2)] : [chunk]
        default: return [chunk]
        }
    }

    /// Returns the response of a server with this bug that does not perform the request.
    func serverRefusal(of request: HTTPRequest, isRepeated: Bool) -> HTTPResponse? {
        self == .lostResponseEndsSession && request.isRefresh && isRepeated ? Self.sessionEnded : nil
    }

    /// The response to a refresh token that the server has revoked.
    private static var sessionEnded: HTTPResponse? {
        // A plain text always encodes.
        try? .problem(401, Problem(code: .sessionEnded, message: "Sign in again."))
    }
}

extension HTTPHeaders {
    /// Returns the fields with another value of one field. The value must be valid.
    fileprivate func replacing(_ name: HeaderName, with value: String) -> HTTPHeaders {
        var changed = self
        // An invalid value would leave the field as it is.
        try? changed.set(name, to: value)
        return changed
    }
}

extension URL {
    /// The address without an item of its query.
    fileprivate func withoutItem(_ name: String) -> URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: false) else { return self }
        parts.queryItems?.removeAll { $0.name == name }
        return parts.url ?? self
    }
}

extension HTTPResponse {
    /// The response with other members; unchanged if the body is not an object.
    fileprivate func changing(_ change: (inout [String: Any]) -> Void) -> HTTPResponse {
        guard var members else { return self }
        change(&members)
        var changed = self
        // It was decoded from JSON.
        changed.body = (try? JSONSerialization.data(withJSONObject: members)) ?? body
        return changed
    }

    fileprivate func replacing(_ text: String, with other: String) -> HTTPResponse {
        var changed = self
        changed.body = Data(String(decoding: body, as: UTF8.self).replacingOccurrences(of: text, with: other).utf8)
        return changed
    }

    /// The response with events of an unknown kind that touch no list.
    fileprivate func withVoidEvents(_ isVoid: (String) -> Bool) -> HTTPResponse {
        changing { members in
            guard let events = members["events"] as? [[String: Any]] else { return }
            members["events"] = events.map { event -> [String: Any] in
                guard isVoid(event["type"] as? String ?? "") else { return event }
                return ["seq": event["seq"] ?? 0, "at": event["at"] ?? "", "type": "future.kind"]
            }
        }
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }

    /// The frame with the events of a kind replaced by events of an unknown kind that touch no list.
    fileprivate func withVoidEvents(_ kind: String) -> Data {
        guard contains(kind) else { return self }
        let lines = String(decoding: self, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let changed = lines.map { line -> String in
            guard line.hasPrefix("data: ") else { return String(line) }
            let body = Data(line.dropFirst("data: ".count).utf8)
            let response = HTTPResponse(status: 200, body: body).withVoidEvents { $0 == kind }
            return "data: " + String(decoding: response.body, as: UTF8.self)
        }
        return Data(changed.joined(separator: "\n").utf8)
    }
}
