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
