import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import SolarSystem

/// The pinned values must never change, so that all processes, devices and versions agree.
@Suite struct SolarSystemDeterminismTests {
    @Test func `the hash is FNV-1a`() {
        #expect(StableHash.fnv1a("") == 0xCBF2_9CE4_8422_2325)
        #expect(StableHash.fnv1a("a") == 0xAF63_DC4C_8601_EC8C)
        #expect(StableHash.fnv1a("foobar") == 0x8594_4171_F739_67E8)
    }

    @Test func `an id always has the same hash and colour`() {
        let pinned = ["", "1", "2", "alice", "🪐"].map { id in
            let hash = StableHash(id)
            return "\(String(hash.value, radix: 16)) \(Planet.Colour.of(hash).name)"
        }
        #expect(
            pinned == [
                "efd01f60ba992926 cyan", "7c3832dde020d3d6 cyan", "bd857afbb04f894e cyan", "3507d047a67c08f4 red",
                "126477ddb0cca6a5 mint",
            ])
    }

    @Test func `a ranking always has the same positions`() {
        let people = (1...7).map { SolarSystem.Candidate(id: UserID(String($0)), name: "A") }
        let places = SolarSystem(ranked: people, on: .phone).planets.map { "\($0.point.x) \($0.point.y)" }
        #expect(
            places == [
                "105.21875 460.015625", "218.828125 327.453125", "111.09375 257.125", "196.25 237.0", "193.75 607.0",
                "134.75 156.25", "306.625 173.40625",
            ])
    }

    /// Both orbits are full, so that later planets are smaller and get a place between them.
    @Test func `insertions between two orbits always have the same positions`() throws {
        let people = (1...24).map { SolarSystem.Candidate(id: UserID(String($0)), name: "A") }
        var system = SolarSystem(ranked: people, on: .desktop)
        for index in 0..<30 {
            let rank = system.seats.prefix { $0.radius == system.orbits.innermost }.count
            system.insert(SolarSystem.Candidate(id: UserID("n\(index)"), name: "N"), at: rank)
        }
        let places = system.places
        let pinned = try stride(from: 4, to: 30, by: 5).map { index in
            let point = try #require(places[UserID("n\(index)")])
            return "\(point.x) \(point.y)"
        }
        #expect(
            pinned == [
                "477.828125 411.265625", "622.90625 441.1875", "783.203125 524.234375", "668.609375 210.1875",
                "608.625 580.25", "871.8125 370.5",
            ])
    }

    @Test func `similar ids spread over angles and colours`() {
        var quarters = [Int](repeating: 0, count: 4)
        var colours: [String: Int] = [:]
        for number in 0..<4000 {
            let hash = StableHash(String(number))
            quarters[Int(hash.fraction * 4)] += 1
            colours[Planet.Colour.of(hash).name, default: 0] += 1
        }
        #expect(quarters.allSatisfy { (900...1100).contains($0) })
        #expect(colours.count == 8 && colours.values.allSatisfy { (420...580).contains($0) })
    }

    @Test func `a system does not depend on the type of collection`() {
        let people = candidates(70)
        let system = SolarSystem(ranked: people, on: .desktop)
        #expect(SolarSystem(ranked: AnySequence(people), on: .desktop) == system)
        #expect(SolarSystem(ranked: people.reversed().sorted { index(of: $0) < index(of: $1) }, on: .desktop) == system)
    }

    @Test func `positions are multiples of a 64th of a point`() {
        for planet in SolarSystem(ranked: candidates(120), on: .tablet).planets {
            #expect((planet.point.x * 64).rounded() == planet.point.x * 64)
            #expect((planet.point.y * 64).rounded() == planet.point.y * 64)
        }
    }

    @Test func `sines and arcs agree with the C library`() {
        for step in -2000...2000 {
            let angle = Double(step) / 97
            let (sin, cos) = CircleMath.sinAndCos(angle)
            #expect(abs(sin - Foundation.sin(angle)) < 1e-14)
            #expect(abs(cos - Foundation.cos(angle)) < 1e-14)
            let part = Double(step) / 2000
            #expect(abs(CircleMath.asin(part) - Foundation.asin(part)) < 1e-14)
            #expect(abs(CircleMath.acos(part) - Foundation.acos(part)) < 1e-14)
        }
        #expect(CircleMath.asin(1.5) == CircleMath.asin(1))
    }

    private func index(of candidate: SolarSystem.Candidate) -> Int {
        Int(candidate.id.rawValue.drop { $0 != "-" }.dropFirst()) ?? -1
    }
}
