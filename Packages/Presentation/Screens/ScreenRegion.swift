/// A part of a rendered screen that a front end replaces as a whole, such as a list.
///
/// The front end renders the region to a text, for example HTML. Two regions are equal if their ids and texts are equal.
public struct ScreenRegion: Hashable, Sendable, Identifiable {
    /// The identifier, unique on its screen.
    public let id: String
    /// The rendered text.
    public let content: String

    /// Creates a region.
    public init(_ id: String, _ content: String) {
        (self.id, self.content) = (id, content)
    }

    /// A number that differs between two texts with a probability of almost one: FNV-1a with 64 bits. It is equal in
    /// every process. O(n) in the length of the text.
    public var fingerprint: UInt64 {
        content.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
