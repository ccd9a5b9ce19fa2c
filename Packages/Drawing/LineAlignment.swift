/// Where a line of text stands in its box.
public enum LineAlignment: Hashable, Sendable {
    /// At the left edge.
    case left
    /// In the middle.
    case centre
    /// At the right edge.
    case right
}
