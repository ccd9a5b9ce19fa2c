/// A list in which one broken element does not cost the rest.
///
/// Elements that fail to decode are set aside with their index and the reason; the order of the
/// others is kept. Encoding writes only the sound elements.
public struct LossyList<Element> {
    /// An element that could not be read.
    public struct Quarantined: Hashable, Sendable {
        /// Its position in the list as received, from zero.
        public let index: Int
        /// Where and why decoding failed, without the offending value.
        public let reason: String
    }

    public var elements: [Element]
    public var quarantined: [Quarantined]

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

/// Consumes any one value, of whatever shape.
private struct Skipped: Decodable {
    init(from decoder: any Decoder) throws {}
}
