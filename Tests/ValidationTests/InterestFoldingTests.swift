import OrbitModels
import Testing

@testable import Validation

@Suite struct InterestFoldingTests {
    @Test(arguments: [
        ("Movies", "movies_tv"), ("movies and tv", "movies_tv"), ("TV & Movies", "movies_tv"), ("FILMS", "movies_tv"),
        ("coding", "technology"), ("Programming", "technology"), ("boardgames", "board_games"),
        ("board-game", "board_games"), ("Board  Games!", "board_games"), ("food and cooking", "food_cooking"),
        ("Cooking & Food", "food_cooking"), ("Sports", "sports_fitness"), ("sports/fitness", "sports_fitness"),
        ("Diy + Crafts", "diy_crafts"), ("D.I.Y.", "diy_crafts"), ("arts & crafts", "diy_crafts"),
        ("Podcast", "podcasts"), ("language", "languages"), ("ｍｕｓｉｃ", "music"), ("Músic", "music"),
        ("board_games", "board_games"), ("Bouldering", "bouldering"),
        ("🎵 Music", "music"), ("music🎵🎶", "music"), ("board-games", "board_games"),
        ("going to the gym", "sports_fitness"), ("Playing Board Games", "board_games"), ("going dancing", "dancing"),
        ("Go to the gym", "sports_fitness"), ("play board games", "board_games"), ("go dancing", "dancing"),
        ("play sports", "sports_fitness"),
    ])
    func `typed words are folded to the intended interest`(typed: String, id: String) {
        #expect(InterestFolding.interest(from: typed)?.id == id)
    }

    @Test func `every predefined interest is folded to itself`() {
        for interest in Interest.predefined {
            let found = InterestFolding.canonical(interest)
            #expect(found.id == interest.id && found.label == interest.label)
            #expect(InterestFolding.interest(from: interest.label.uppercased())?.id == interest.id)
            #expect(InterestFolding.interest(from: interest.label.replacing("&", with: "and"))?.id == interest.id)
        }
    }

    @Test func `every alias is folded to its interest`() {
        for (id, names) in InterestFolding.InterestAliases.names {
            for name in names { #expect(InterestFolding.interest(from: name)?.id == id) }
        }
        #expect(Set(InterestFolding.InterestAliases.names.keys) == Set(Interest.predefined.map(\.id)))
    }

    @Test(arguments: [
        ("Rock Climbing", "rock-climbing"), ("Café hopping", "cafe hopping"), ("Salsa!", "salsa"),
        ("Cookies", "cookie"), ("Hobbies", "hobby"), ("Sandwiches", "sandwich"), ("boxes", "box"),
        ("rock 'n' roll", "Rock n Roll"), ("women’s football", "Womens Football"), ("Straße", "STRASSE"),
        ("żaglówka łódka", "zaglowka lodka"), ("heroes", "hero"), ("hip-hop", "HipHop"),
        ("playing chess ♟️", "Chess"), ("going hiking", "hiking"), ("Чай", "чай"), ("ёлка", "елка"),
        ("play chess", "chess"), ("Play the guitar", "playing guitar"), ("go hiking", "hiking"), ("play Go", "Go"),
        ("PlayStation", "play station"), ("go-karting", "gokarting"), ("Pies", "pie"), ("Play the", "the"),
        ("Go to", "to"),
    ])
    func `spellings of the same interest have equal keys`(a: String, b: String) {
        #expect(InterestFolding.key(of: Interest(a)) == InterestFolding.key(of: Interest(b)))
    }

    @Test(arguments: [
        ("C", "C++"), ("C++", "C#"), ("chess", "che"), ("tennis", "tenni"), ("🎸", "🎹"), ("ヨガ", "ヨカ"),
        ("योग", "यग"), ("yoga", "yogi"), ("bus", "bu"),
        ("news", "new"), ("gas", "ga"), ("чай", "чаи"), ("мой", "мои"), ("playing", "going"), ("Go", "playing"),
        ("1990s", "1990"),
        ("play", "go"), ("play", "playing"), ("Go game", "game"), ("Go Pro", "pro"), ("play writing", "writing"),
    ])
    func `different interests have different keys`(a: String, b: String) {
        #expect(InterestFolding.key(of: Interest(a)) != InterestFolding.key(of: Interest(b)))
    }

    @Test func `an unknown interest keeps its cleaned label`() throws {
        let interest = try #require(InterestFolding.interest(from: "  Ultimate\u{200B}  Frisbee "))
        #expect(interest.label == "Ultimate Frisbee")
        #expect(interest.id == "ultimate frisbee")
        #expect(!interest.isPredefined)
        #expect(InterestFolding.interest(from: "🎸")?.label == "🎸")
        #expect(InterestFolding.interest(from: "!!!")?.label == "!!!")
    }

    @Test func `a text without visible characters is not an interest`() {
        for nothing in ["", "   ", "\u{200B}\u{202E}"] { #expect(InterestFolding.interest(from: nothing) == nil) }
    }

    @Test func `folding an interest is idempotent`() throws {
        for text in [
            "Cookies", "Rock Climbing", "C++", "🎸", "Straße", "Café", "Sandwiches", "موسیقی", "!!!", "glasses",
        ] {
            let once = try #require(InterestFolding.interest(from: text))
            let twice = InterestFolding.canonical(once)
            #expect(twice.id == once.id && twice.label == once.label)
            #expect(InterestFolding.key(of: twice) == InterestFolding.key(of: Interest(text)))
        }
    }
}
