import Foundation
import OrbitModels

/// Reads the envelope of an answer. The status decides first whether it is good; the body only fills in the rest.
enum AnswerReader {
    static func answer<Value: Decodable & Sendable>(
        from response: HTTPResponse, now: Date
    ) throws(APIError) -> Answer<Value> {
        try check(response, now: now)
        let envelope: Envelope<Value>
        do {
            envelope = try OrbitJSON.decoder.decode(Envelope<Value>.self, from: response.body)
        } catch {
            throw .malformedResponse(reason: reason(for: error, in: response))
        }
        switch envelope {
        case .success(let value): return Answer(value: value, headers: response.headers)
        case .failure:
            throw .malformedResponse(reason: "the body reports a failure, the status \(response.status) does not")
        }
    }

    static func content(from response: HTTPResponse, now: Date) throws(APIError) -> Data {
        try check(response, now: now)
        return response.body
    }

    private static func check(_ response: HTTPResponse, now: Date) throws(APIError) {
        guard (200..<300).contains(response.status) else { throw refusal(in: response, now: now) }
    }

    private static func refusal(in response: HTTPResponse, now: Date) -> APIError {
        guard let problem = problem(in: response, now: now) else { return .unexpectedStatus(response.status) }
        return .problem(status: response.status, problem: problem)
    }

    /// The problem in the body, its retry time from the header if it gives none itself.
    static func problem(in response: HTTPResponse, now: Date) -> Problem? {
        guard holdsObject(response.body),
            // Whatever else the body may be, the status stands.
            let envelope = try? OrbitJSON.decoder.decode(Envelope<Unread>.self, from: response.body),
            case .failure(var problem) = envelope
        else { return nil }
        problem.retryAfter = problem.retryAfter ?? RetryAfter.seconds(in: response.headers, now: now)
        return problem
    }

    private static func reason(for error: any Error, in response: HTTPResponse) -> String {
        if response.body.isEmpty { return "the body is empty" }
        guard holdsObject(response.body) else { return "the body is not a JSON object" }
        return DecodingReason.describe(error)
    }

    private static func holdsObject(_ body: Data) -> Bool {
        body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }
}

/// The payload of an answer whose payload does not matter.
private struct Unread: Decodable {
    init(from decoder: any Decoder) throws {}
}
