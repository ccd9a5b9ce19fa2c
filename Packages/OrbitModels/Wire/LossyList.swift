/// A list that tolerates broken elements.
///
/// Elements that fail to decode are quarantined with their index and reason. The other elements keep their order.
/// Encoding writes only the decoded elements.
public struct LossyList<Element> {
    /// An element that failed to decode.
    public struct Quarantined: Hashable, Sendable {
        /// The position in the received list, from zero.
        public let index: Int
        /// The place and the reason of the decoding failure, without the value.
        public let reason: String
    }

    /// The decoded elements, in order.
    public var elements: [Element]
    /// The elements that failed to decode, in order.
    public var quarantined: [Quarantined]

    /// Creates a list.
    public init(_ elements: [Element], quarantined: [Quarantined] = []) {
        self.elements = elements
        self.quarantined = quarantined
    }
}

extension LossyList: Sendable where Element: Sendable {}
extension LossyList: Equatable where Element: Equatable {}
extension LossyList: Hashable where Element: Hashable {}

extension LossyList: Decodable where Element: Decodable {
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        var quarantined: [Quarantined] = []
        elements.reserveCapacity(container.count ?? 0)
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                elements.append(try container.decode(Element.self))
            } catch {
                quarantined.append(Quarantined(index: index, reason: DecodingReason.describe(error)))
                _ = try container.decode(Skipped.self)  // a failed decode does not advance the container
            }
        }
        self.init(elements, quarantined: quarantined)
    }
}

extension LossyList: Encodable where Element: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try elements.encode(to: encoder)
    }
}

/// Consumes a value of any shape.
private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
}
