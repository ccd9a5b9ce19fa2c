public import Matching
public import SolarSystem

extension SolarSystem {
    /// Lays out all suggested people, the closer to the centre the better they fit. O(n log n).
    public init(of people: [Suggestion], on canvas: Canvas = .phone, roomFor expected: Int = 0) {
        self.init(ranked: people.bestFirst.map { Candidate($0.person) }, on: canvas, roomFor: expected)
    }
}
