import Matching
import OrbitModels

/// A stranger who searches for the homes of others. Cells of two kilometres within 80 km around the campus are equally
/// likely. The attack keeps the cells that fit every look.
struct HomeAttack {
    private static let side = 40

    /// Returns the number of cells left for each target.
    ///
    /// - Parameters:
    ///   - targets: The attacked people.
    ///   - homes: The homes that the attacker claims, one for each look.
    ///   - stranger: The account of the attacker.
    static func cellsLeft(for targets: [Profile], claiming homes: [Coordinates], _ stranger: Stranger) throws -> [Int] {
        let cells = (0..<side * side).compactMap { number in
            PrivateCampus.place(
                east: 2 * Double(number % side - side / 2) + 1, north: 2 * Double(number / side - side / 2) + 1)
        }
        let profiles = cells.map { Profile(name: "Cell", location: Location(city: "", coordinates: $0)) }
        func looks(_ profile: Profile) throws -> [Int] {
            try homes.map { try stranger.distanceLevel(claiming: $0, to: profile) }
        }
        var sizes: [[Int]: Int] = [:]
        for profile in profiles { sizes[try looks(profile), default: 0] += 1 }
        return try targets.map { sizes[try looks($0)] ?? 0 }
    }

    /// Returns homes in the middle of squares, first of the campus's square and then of those around it. These reveal
    /// the most.
    static func homes(_ count: Int) -> [Coordinates] {
        let squares = (0..<25).map { ($0 % 5 - 2, $0 / 5 - 2) }.sorted {
            (max(abs($0.0), abs($0.1)), $0.0, $0.1) < (max(abs($1.0), abs($1.1)), $1.0, $1.1)
        }
        return (0..<count).compactMap { look in
            let (column, row) = squares[look % squares.count]
            // Varies the place within a square, although the score ignores it.
            let shift = Double(look / squares.count % 5) - 2
            return PrivateCampus.place(east: 16 * Double(column) + shift, north: 16 * Double(row) + shift)
        }
    }
}
