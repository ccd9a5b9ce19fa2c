import OrbitModels
import Testing

@testable import Matching

@Suite struct InterestRarityTests {
    private let music = Interest("music")
    private let chess = Interest("Chess")

    @Test(arguments: [
        (39, 1, false), (40, 0, true), (40, 2, true), (40, 3, false), (100, 5, true), (100, 6, false),
    ])
    func `an interest is rare if at most a twentieth of at least forty people have it`(
        people: Int, holders: Int, isRare: Bool
    ) {
        let rarity = InterestRarity(of: (0..<people).map { $0 < holders ? [music, chess] : [music] })
        #expect(rarity.isRare(chess) == isRare)
        #expect(!rarity.isRare(music))
    }

    @Test func `the weight of an interest increases by 16 with each halving of its holders`() {
        let rarity = InterestRarity(of: [[music, chess], [music], [music, music]])
        #expect(rarity.holders(of: music) == 3 && rarity.holders(of: chess) == 1)
        #expect(rarity.weight(of: music) == 16)
        #expect(rarity.weight(of: chess) == 32)
        #expect(rarity.weightOfUnseen == 48)
        #expect(InterestRarity.unknown.weightOfUnseen == 16)
    }
}
