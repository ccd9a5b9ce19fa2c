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
