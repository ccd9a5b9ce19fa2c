/// A type whose values stand in the data of responses and events under a name: one as ``Named``, many in a ``Page``.
///
/// ```swift
/// extension Wave: WireNamed {
///     public static let wireName = "wave"  // { "wave": … }, { "waves": […] }, { "wave_id": … }
/// }
/// ```
public protocol WireNamed: Codable, Hashable, Sendable {
    /// The member that holds one value, in snake case.
    static var wireName: String { get }
    /// The member that holds a list of them: the name and an "s" unless a type says otherwise.
    static var wireListName: String { get }
}

extension WireNamed {
    /// The name and an "s".
    public static var wireListName: String { wireName + "s" }
}

extension Identifier: WireNamed where Entity: WireNamed {
    /// The name of the entity with `_id` after it.
    public static var wireName: String { Entity.wireName + "_id" }
}

/// A member whose name a type brings along.
struct WireKey: CodingKey {
    static let nextCursor = WireKey(stringValue: "next_cursor")

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}

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

/// The data of one page of a list: `{ "matches": […], "next_cursor": "…" }` is `Page<Match>`. There is no total.
public struct Page<Element: WireNamed>: Codable, Hashable, Sendable {
    /// Those of the page; elements that cannot be read are set aside.
    public var list: LossyList<Element>
    /// Asks for the page after this one; `nil` on the last.
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
