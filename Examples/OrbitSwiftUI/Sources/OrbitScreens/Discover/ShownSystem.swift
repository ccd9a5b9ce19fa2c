import Discover
import Foundation
import Matching
import SolarSystem

/// The solar system on the screen. People keep their places when the list changes.
struct ShownSystem {
    /// The number of places in a new layout.
    private static let expected = 40

    private(set) var system: SolarSystem?

    /// Shows these people on a canvas of this size in points.
    mutating func show(_ people: [Suggestion], on size: CGSize) {
        let canvas = SolarSystem.Canvas(width: Double(size.width), height: Double(size.height))
        guard var next = system, !next.people.isEmpty else {
            system = SolarSystem(of: people, on: canvas, roomFor: Self.expected)
            return
        }
        if next.canvas != canvas { next = next.rearranged(on: canvas) }
        next.update(ranked: people.bestFirst.map { SolarSystem.Candidate($0.person) })
        system = next
    }
}
