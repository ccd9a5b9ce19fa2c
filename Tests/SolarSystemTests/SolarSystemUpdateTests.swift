import OrbitModels
import Testing
import TimeAndChance

@testable import SolarSystem

@Suite struct SolarSystemUpdateTests {
    @Test func `updating with the same ranking changes nothing`() {
        let system = SolarSystem(ranked: candidates(50), on: .tablet)
        var updated = system
        let moved = updated.update(ranked: candidates(50))
        #expect(moved.isEmpty)
        #expect(updated == system)
    }

    @Test func `removing people moves no planet`() {
        let system = SolarSystem(ranked: candidates(80), on: .phone)
        let rest = candidates(80).enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
        var updated = system
        let moved = updated.update(ranked: rest)
        #expect(moved.isEmpty)
        #expect(updated.people == rest)
        #expect(updated.places == system.places.filter { place in rest.contains { $0.id == place.key } })
    }

    @Test func `further pages move no planet if room is reserved, and keep the full size`() {
        var system = SolarSystem(ranked: candidates(20), on: .phone, roomFor: 60)
        let places = system.places
        for count in [40, 60] {
            let moved = system.update(ranked: candidates(count))
            #expect(moved.isEmpty)
            expectSound(system)
            #expect(!system.isCramped)
            let fresh = SolarSystem(ranked: candidates(count), on: .phone, roomFor: 60)
            #expect(system.seats.map(\.radius) == fresh.seats.map(\.radius))
        }
        #expect(system.people.count == 60)
        #expect(system.places.filter { places.keys.contains($0.key) } == places)
    }

    @Test func `a cramped system with the same ranking stays as it is`() {
        var system = SolarSystem(ranked: candidates(24), on: .phone)
        for index in 0..<150 { system.insert(.init(id: UserID("n\(index)"), name: "N"), at: 12) }
        #expect(system.isCramped)
        let before = system
        let moved = system.update(ranked: before.people)
        #expect(moved.isEmpty && system == before)
    }

    @Test func `planets stay if they have exactly half the diameter of a new layout`() {
        var system = SolarSystem(ranked: candidates(485), on: .desktop)
        let newcomer = SolarSystem.Candidate(id: "new", name: "N")
        let moved = system.update(ranked: candidates(23) + [newcomer])
        #expect(moved.isEmpty)
        #expect(system.planets.count == 24 && system.planets.allSatisfy { $0.diameter == 35 })
        #expect(system.rearranged().planets.allSatisfy { $0.diameter == 70 })
    }

    @Test func `more people than fit are laid out again`() {
        var system = SolarSystem(ranked: candidates(12), on: .phone)
        let moved = system.update(ranked: candidates(200))
        #expect(moved.count == 12)
        #expect(system == SolarSystem(ranked: candidates(200), on: .phone))
    }

    @Test func `a ranking of new people only is laid out again`() {
        var system = SolarSystem(ranked: candidates(30, seed: 1), on: .desktop)
        let moved = system.update(ranked: candidates(30, seed: 2))
        #expect(moved.isEmpty)
        #expect(system == SolarSystem(ranked: candidates(30, seed: 2), on: .desktop))
    }

    @Test func `a new name is shown and moves no planet`() {
        var system = SolarSystem(ranked: candidates(9))
        let places = system.places
        var renamed = system.people
        renamed[4] = SolarSystem.Candidate(id: renamed[4].id, name: "Quim")
        let moved = system.update(ranked: renamed)
        #expect(moved.isEmpty)
        #expect(system.places == places && system.planets[4].name == "Quim")
    }

    @Test(arguments: 0..<6)
    func `a new order moves the fewest planets possible`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var system = SolarSystem(ranked: candidates(40, seed: UInt64(seed)), on: canvases[seed])
        for round in 0..<20 {
            var people = system.people
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                let person = people.remove(at: Int.random(in: 0..<people.count, using: &random))
                people.insert(person, at: Int.random(in: 0...people.count, using: &random))
            }
            people.removeAll { _ in Int.random(in: 0..<40, using: &random) == 0 }
            let newcomer = SolarSystem.Candidate(id: UserID("n\(seed)-\(round)"), name: "N")
            people.insert(newcomer, at: Int.random(in: 0...people.count, using: &random))

            let before = Dictionary(uniqueKeysWithValues: system.planets.map { ($0.id, $0) })
            let fresh = SolarSystem(ranked: people, on: system.canvas)
            let moved = system.update(ranked: people)
            expectSound(system, "round \(round)")
            #expect(system.people == people)
            for planet in system.planets {
                guard let old = before[planet.id] else { continue }
                #expect(moved.contains(planet.id) == (old.point != planet.point))
            }
            if system != fresh {
                let distances = people.compactMap { before[$0.id]?.distance }
                #expect(moved.count <= distances.count - longestRun(in: distances))
            }
        }
    }

    @Test func `a rearranged system does not depend on its history`() {
        let people = candidates(60)
        var system = SolarSystem(ranked: people.reversed().prefix(20), on: .tablet)
        for person in people.dropFirst(20) { system.insert(person, at: system.people.count / 2) }
        for person in people.prefix(7) { system.remove(person.id) }
        system.update(ranked: people)
        #expect(system.rearranged() == SolarSystem(ranked: people, on: .tablet))
        #expect(system.rearranged(on: .phone) == SolarSystem(ranked: people, on: .phone))
    }

    /// Returns the length of the longest nondecreasing subsequence. Compares every element with all earlier elements.
    private func longestRun(in numbers: [Double]) -> Int {
        var lengths: [Int] = []
        for (index, number) in numbers.enumerated() {
            lengths.append(1 + ((0..<index).filter { numbers[$0] <= number }.map { lengths[$0] }.max() ?? 0))
        }
        return lengths.max() ?? 0
    }
}
