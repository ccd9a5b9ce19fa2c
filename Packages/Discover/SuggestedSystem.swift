public import Matching
public import SolarSystem

extension SolarSystem {
    /// Creates a system of all suggested people. People with a higher score are closer to the centre. O(n log n).
    ///
    /// - Parameters:
    ///   - people: The suggestions in any order.
    ///   - canvas: The canvas to lay the system out on.
    ///   - expected: The number of people to reserve room for.
    public init(of people: [Suggestion], on canvas: Canvas = .phone, roomFor expected: Int = 0) {
        self.init(ranked: people.bestFirst.map { Candidate($0.person) }, on: canvas, roomFor: expected)
    }
}
