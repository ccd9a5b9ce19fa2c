/// The occupied parts of a canvas: discs and boxes. They are indexed by square cells, so that a query examines only the
/// neighbourhood.
struct CollisionGrid {
    private struct Entry {
        let box: SolarSystem.Box
        /// The radius of a disc that fills the box; `nil` for a box.
        let radius: Double?
        /// The entry that was added to the same cell before this entry, or -1.
        let previous: Int
    }

    private let canvas: SolarSystem.Canvas
    private let cell: Double
    private let columns: Int
    private let rows: Int
    private var entries: [Entry] = []
    /// The latest entry in each cell, or -1.
    private var latest: [Int]

    init(canvas: SolarSystem.Canvas, cell: Double) {
        self.canvas = canvas
        self.cell = max(cell, 16)
        columns = Int(canvas.width / self.cell) + 1
        rows = Int(canvas.height / self.cell) + 1
        latest = Array(repeating: -1, count: columns * rows)
    }

    mutating func occupy(discAt point: SolarSystem.Point, radius: Double) {
        occupy(
            SolarSystem.Box(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius),
            radius: radius)
    }

    mutating func occupy(_ box: SolarSystem.Box) {
        occupy(box, radius: nil)
    }

    /// Whether a box is on the canvas, at least two points from its edge, and overlaps nothing.
    func isFree(_ box: SolarSystem.Box) -> Bool {
        guard box.x >= 2, box.y >= 2, box.x + box.width <= canvas.width - 2, box.y + box.height <= canvas.height - 2
        else { return false }
        for row in row(box.y)...row(box.y + box.height) {
            for column in column(box.x)...column(box.x + box.width) {
                var index = latest[row * columns + column]
                while index >= 0 {
                    let entry = entries[index]
                    if box.overlaps(entry.box), entry.radius.map({ touches(box, entry.box, $0) }) ?? true {
                        return false
                    }
                    index = entry.previous
                }
            }
        }
        return true
    }

    private func touches(_ box: SolarSystem.Box, _ disc: SolarSystem.Box, _ radius: Double) -> Bool {
        box.overlaps(discAt: SolarSystem.Point(x: disc.x + radius, y: disc.y + radius), radius: radius)
    }

    private mutating func occupy(_ box: SolarSystem.Box, radius: Double?) {
        for row in row(box.y)...row(box.y + box.height) {
            for column in column(box.x)...column(box.x + box.width) {
                let index = row * columns + column
                entries.append(Entry(box: box, radius: radius, previous: latest[index]))
                latest[index] = entries.count - 1
            }
        }
    }

    private func column(_ x: Double) -> Int { min(max(Int(x / cell), 0), columns - 1) }
    private func row(_ y: Double) -> Int { min(max(Int(y / cell), 0), rows - 1) }
}
