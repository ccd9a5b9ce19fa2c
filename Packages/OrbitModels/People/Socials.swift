/// Someone's names on other networks, by network: `["instagram": "maya.draws"]`.
public struct Socials: Hashable, Sendable {
    public var handles: [String: String]

    public init(_ handles: [String: String] = [:]) {
        self.handles = handles
    }
}

extension Socials: Codable {
    /// Reads an object whose members are handles or null; a null is a handle not given.
    public init(from decoder: any Decoder) throws {
        handles = try decoder.singleValueContainer().decode([String: String?].self).compactMapValues(\.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(handles)
    }
}
