/// A step of the coding path of a reader or writer: a member without a key of its type, or an element.
package enum PathKey: CodingKey {
    case member(String)
    case element(Int)

    /// The name under which the standard library stores the part of a superclass.
    package static let superclass = PathKey.member("super")

    package var stringValue: String {
        switch self {
        case .member(let name): name
        case .element(let index): "Index \(index)"
        }
    }

    package var intValue: Int? {
        switch self {
        case .member: nil
        case .element(let index): index
        }
    }

    package init?(stringValue: String) { nil }
    package init?(intValue: Int) { nil }
}
