/// The data of a response or an event that is one value under the name of its type: `{ "match": { … } }` is
/// `Named<Match>`, `{ "match_id": "…" }` is `Named<MatchID>`.
public struct Named<Value: WireNamed>: Codable, Hashable, Sendable {
    /// The only member.
    public var value: Value

    /// Creates the data.
    public init(_ value: Value) {
        self.value = value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        value = try container.decode(Value.self, forKey: WireKey(stringValue: Value.wireName))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(value, forKey: WireKey(stringValue: Value.wireName))
    }
}
