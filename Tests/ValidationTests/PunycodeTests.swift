import Testing
import TimeAndChance

@testable import Validation

@Suite struct PunycodeTests {
    /// The samples of RFC 3492, section 7.1, in lower case.
    @Test(arguments: [
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
        ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
        ("यहलोगहिन्दीक्योंनहींबोलसकतेहैं", "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
        ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        ("세계의모든사람들이한국어를이해한다면얼마나좋을까", "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("porquénopuedensimplementehablarenespañol", "porqunopuedensimplementehablarenespaol-fmd56a"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("そのスピードで", "d9juau41awczczp"),
        ("-> $1.00 <-", "-> $1.00 <--"),
        ("bücher", "bcher-kva"),
    ])
    func `labels are encoded as in RFC 3492 and decoded back`(label: String, encoded: String) {
        #expect(Punycode.encode(Array(label.unicodeScalars)) == encoded)
        #expect(Punycode.decode(encoded).map { String(String.UnicodeScalarView($0)) } == label)
    }

    @Test(arguments: ["99999999", "a-99999999999999", "é", "bcher-kv", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "a b"])
    func `a text that no label encodes to is refused`(text: String) {
        #expect(Punycode.decode(text) == nil)
    }

    @Test func `every label survives a round trip`() {
        var chance = SplitMix64(seed: 3_492)
        for _ in 0..<500 {
            let scalars = (0..<Int.random(in: 1...40, using: &chance)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0x61...0x1_FFFF, using: &chance))
            }
            #expect(Punycode.decode(Punycode.encode(scalars)) == scalars)
        }
    }

    @Test func `decoding random texts does not trap`() {
        var chance = SplitMix64(seed: 1)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-")
        for _ in 0..<2_000 {
            let text = String((0..<63).compactMap { _ in letters.randomElement(using: &chance) })
            if let scalars = Punycode.decode(text) { #expect(scalars.count <= 63) }
        }
    }
}
