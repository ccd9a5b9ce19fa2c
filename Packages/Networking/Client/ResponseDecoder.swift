import Foundation
import OrbitModels

/// Reads the envelope of a response. The status decides first whether it is good; the body only fills in the rest.
struct ResponseDecoder: Sendable {
    private let decoder: JSONDecoder

    init(reading events: EventCatalogue) {
        decoder = OrbitJSON.decoder(reading: events)
    }

    func response<Value: Decodable & Sendable>(
        from response: HTTPResponse, now: Date
    ) throws(APIError) -> Response<Value> {
        try Self.check(response, now: now)
        let logged: LoggedEnvelope<Value>
        do {
            logged = try decoder.decode(LoggedEnvelope<Value>.self, from: response.body)
        } catch {
            throw .malformedResponse(reason: Self.reason(for: error, in: response))
        }
        switch logged.envelope {
        case .success(let value): return Response(value: value, receipt: logged.receipt, headers: response.headers)
        case .failure:
            throw .malformedResponse(reason: "the body reports a failure, the status \(response.status) does not")
        }
    }

    func value<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data)
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

/// The payload of a response whose payload does not matter.
private struct Unread: Decodable {
    init(from decoder: any Decoder) throws {}
}
