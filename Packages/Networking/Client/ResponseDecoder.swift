import Foundation
import OrbitModels

/// Decodes the envelope of a response. The status decides first whether the call succeeded; the body gives the details.
struct ResponseDecoder: Sendable {
    private let reader: JSONReader

    init(reading events: EventCatalogue) {
        reader = JSONReader(reading: events)
    }

    func response<Value: Decodable & Sendable>(
        from response: HTTPResponse, now: Date
    ) throws(APIError) -> Response<Value> {
        try Self.check(response, now: now)
        let body = try Self.scan(response.body)
        let logged: LoggedEnvelope<Value>
        do {
            logged = try reader.decode(LoggedEnvelope<Value>.self, from: body)
        } catch {
            throw .malformedResponse(reason: DecodingReason.describe(error))
        }
        switch logged.envelope {
        case .success(let value): return Response(value: value, receipt: logged.receipt, headers: response.headers)
        case .failure:
            throw .malformedResponse(reason: "the body reports a failure, the status \(response.status) does not")
        }
    }

    func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try reader.decode(type, from: data)
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

    /// Returns the problem in the body. If it has no retry time, the time of the `Retry-After` field is used.
    static func problem(in response: HTTPResponse, now: Date) -> Problem? {
        // An unreadable body does not change the meaning of the status.
        guard let body = try? scan(response.body),
            // Neither does a body that is not an envelope.
            let envelope = try? JSONReader().decode(Envelope<Unread>.self, from: body),
            case .failure(var problem) = envelope
        else { return nil }
        problem.retryAfter = problem.retryAfter ?? RetryAfter.seconds(in: response.headers, now: now)
        return problem
    }

    private static func scan(_ body: Data) throws(APIError) -> JSONTape {
        if body.isEmpty { throw .malformedResponse(reason: "the body is empty") }
        guard holdsObject(body) else { throw .malformedResponse(reason: "the body is not a JSON object") }
        do {
            return try StrictJSON.scan(Array(body), of: .response)
        } catch {
            throw .malformedResponse(reason: error.rawValue)
        }
    }

    private static func holdsObject(_ body: Data) -> Bool {
        body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
    }

    /// A placeholder for a payload that is not needed.
    private struct Unread: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
