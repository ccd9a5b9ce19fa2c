/// A person's handles on other networks, by network: `["instagram": "maya.draws"]`.
public struct Socials: Hashable, Sendable {
    /// Handles by the name of the network.
    public var handles: [String: String]

    /// Creates the set of handles.
    public init(_ handles: [String: String] = [:]) {
        self.handles = handles
    }
}

extension Socials: Codable {
    /// Reads an object of handles; a null member counts as missing.
    public init(from decoder: any Decoder) throws {
        handles = try decoder.singleValueContainer().decode([String: String?].self).compactMapValues(\.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(handles)
    }
}
