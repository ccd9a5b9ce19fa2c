/// The body of every response of the API: `{ "success", "data", "error" }`.
///
/// The members of the wire become two cases, so that a response has exactly one of data and problem.
public enum Envelope<Payload> {
    /// The request succeeded. The value is the data of the response.
    case success(Payload)
    /// The server refused the request.
    case failure(Problem)
}

extension Envelope: Sendable where Payload: Sendable {}
extension Envelope: Equatable where Payload: Equatable {}

private enum EnvelopeKeys: String, CodingKey {
    case success, data
}

extension Envelope: Decodable where Payload: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EnvelopeKeys.self)
        if try container.decode(Bool.self, forKey: .success) {
            self = .success(try container.decode(Payload.self, forKey: .data))
        } else {
            self = .failure(try Problem(from: decoder))
        }
    }
}

extension Envelope: Encodable where Payload: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EnvelopeKeys.self)
        switch self {
        case .success(let payload):
            try container.encode(true, forKey: .success)
            try container.encode(payload, forKey: .data)
        case .failure(let problem):
            try container.encode(false, forKey: .success)
            try problem.encode(to: encoder)
        }
    }
}

/// The data of a response that carries only a message for the user: `{ "message": "…" }`.
public struct MessageData: Codable, Hashable, Sendable {
    /// A sentence for the user.
    public var message: String

    /// Creates the data.
    public init(message: String) {
        self.message = message
    }
}
