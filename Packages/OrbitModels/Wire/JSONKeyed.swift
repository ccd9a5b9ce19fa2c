/// A type that has a name in the data of responses and events. A single value is sent as ``Keyed``, a list as ``Page``.
///
/// ```swift
/// extension Wave: JSONKeyed {
///     public static let jsonKey = "wave"  // { "wave": … }, { "waves": […] }, { "wave_id": … }
/// }
/// ```
public protocol JSONKeyed: Codable, Hashable, Sendable {
    /// The member that contains one value, in snake case.
    static var jsonKey: String { get }
    /// The member that contains a list of values. By default it is the name and an "s".
    static var jsonListKey: String { get }
}

extension JSONKeyed {
    /// The name and an "s".
    public static var jsonListKey: String { jsonKey + "s" }
}

extension Identifier: JSONKeyed where Entity: JSONKeyed {
    /// The name of the entity, followed by `_id`.
    public static var jsonKey: String { Entity.jsonKey + "_id" }
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
/// `{ "match": { … } }` is `Keyed<Match>`, and `{ "match_id": "…" }` is `Keyed<MatchID>`.
public struct Keyed<Value: JSONKeyed>: Codable, Hashable, Sendable {
    /// The value of the only member.
    public var value: Value

    /// Creates the data.
    public init(_ value: Value) {
        self.value = value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        value = try container.decode(Value.self, forKey: WireKey(stringValue: Value.jsonKey))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(value, forKey: WireKey(stringValue: Value.jsonKey))
    }
}

/// The data of one page of a list, without a total: `{ "matches": […], "next_cursor": "…" }` is `Page<Match>`.
public struct Page<Element: JSONKeyed>: Codable, Hashable, Sendable {
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
        list = try container.decode(LossyList<Element>.self, forKey: WireKey(stringValue: Element.jsonListKey))
        nextCursor = try container.decodeIfPresent(String.self, forKey: .nextCursor)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        try container.encode(list, forKey: WireKey(stringValue: Element.jsonListKey))
        try container.encodeIfPresent(nextCursor, forKey: .nextCursor)
    }
}
