/// A type that has a name in the data of responses and events. A single value is sent as ``Named``, a list as ``Page``.
///
/// ```swift
/// extension Wave: WireNamed {
///     public static let wireName = "wave"  // { "wave": … }, { "waves": […] }, { "wave_id": … }
/// }
/// ```
public protocol WireNamed: Codable, Hashable, Sendable {
    /// The member that contains one value, in snake case.
    static var wireName: String { get }
    /// The member that contains a list of values. By default it is the name and an "s".
    static var wireListName: String { get }
}

extension WireNamed {
    /// The name and an "s".
    public static var wireListName: String { wireName + "s" }
}

extension Identifier: WireNamed where Entity: WireNamed {
    /// The name of the entity, followed by `_id`.
    public static var wireName: String { Entity.wireName + "_id" }
}

/// A coding key whose name depends on a type.
struct WireKey: CodingKey {
    static let nextCursor = WireKey(stringValue: "next_cursor")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

/// The data of a response or an event that contains one value under the name of its type.
///
/// `{ "match": { … } }` is `Named<Match>`, and `{ "match_id": "…" }` is `Named<MatchID>`.
public struct Named<Value: WireNamed>: Codable, Hashable, Sendable {
    /// The value of the only member.
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

/// The data of one page of a list, without a total: `{ "matches": […], "next_cursor": "…" }` is `Page<Match>`.
public struct Page<Element: WireNamed>: Codable, Hashable, Sendable {
    /// The elements of the page. Elements that cannot be decoded are quarantined.
    public var list: LossyList<Element>
    /// The cursor of the next page; `nil` on the last page.
    public var nextCursor: String?

    /// Creates a page.
    public init(_ elements: [Element], nextCursor: String? = nil) {
        list = LossyList(elements)
        self.nextCursor = nextCursor
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        list = try container.decode(LossyList<Element>.self, forKey: WireKey(stringValue: Element.wireListName))
        nextCursor = try container.decodeIfPresent(String.self, forKey: .nextCursor)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(list, forKey: WireKey(stringValue: Element.wireListName))
        try container.encodeIfPresent(nextCursor, forKey: .nextCursor)
    }
}
