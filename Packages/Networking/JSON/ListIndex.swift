/// A place in a list, as a step of a path.
struct ListIndex: CodingKey {
    let index: Int

    var stringValue: String { "Index \(index)" }
    var intValue: Int? { index }

    init(_ index: Int) {
        self.index = index
    }

    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}
