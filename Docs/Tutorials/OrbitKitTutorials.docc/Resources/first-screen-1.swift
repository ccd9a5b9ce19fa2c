import Foundation
import NetworkingTesting
import OrbitDemo
import TimeAndChance

@main @MainActor struct FirstScreen {
    static func main() async throws {
        let monday = Date(timeIntervalSince1970: 1_789_391_400)
        let clock = VirtualClock.selfAdvancing(from: monday, upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        print("\(campus.residents.count) people, the first is \(campus.residents[0].email)")
    }
}
