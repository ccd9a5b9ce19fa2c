import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Profiles
import Testing
import TimeAndChance
import Validation

@Suite @MainActor struct ProfileFieldsTests {
    private func model(catalogue: MessageCatalogue = .english) throws -> ProfileViewModel {
        ProfileViewModel(
            service: ProfileService(client: try .scripted(StubTransport([]), time: VirtualClock())),
            log: EventLog(time: VirtualClock(), random: .seeded(3)), zone: .gmt,
            catalogue: catalogue)
    }

    @Test func `text fields bind to optional members, and empty text removes the member`() throws {
        let model = try model()
        #expect((model.city, model.region, model.major) == ("", "", ""))
        (model.city, model.region, model.major) = ("Ithaca", "NY", "Physics")
        #expect(model.draft.location == Location(city: "Ithaca", state: "NY"))
        #expect(model.draft.major == "Physics")
        (model.city, model.region, model.major) = ("", "", "")
        #expect(model.draft.location == nil)
        #expect(model.draft.major == nil)
    }

    @Test func `a year of birth enters the draft only together with a month`() throws {
        let model = try model()
        model.birthYear = 2005
        #expect((model.birthYear, model.birthMonthNumber) == (2005, nil))
        #expect(model.draft.birthMonth == nil)
        model.birthMonthNumber = 13
        #expect(model.draft.birthMonth == nil)
        #expect((model.birthYear, model.birthMonthNumber) == (2005, 13))
        model.birthMonthNumber = 4
        #expect(model.draft.birthMonth == BirthMonth("2005-04"))
        model.birthYear = nil
        #expect(model.draft.birthMonth == nil)
        #expect((model.birthYear, model.birthMonthNumber) == (nil, 4))
        model.draft.birthMonth = BirthMonth("2004-12")
        #expect((model.birthYear, model.birthMonthNumber) == (2004, 12))
    }

    @Test func `sliders bind to scales, and an unanswered scale has no value`() throws {
        let model = try model()
        #expect(model.introvertExtrovert == nil)
        (model.introvertExtrovert, model.spontaneousPlanner, model.activeRelaxed) = (0.25, 7, -1)
        #expect(model.draft.personality.introvertExtrovert == UnitInterval(0.25))
        #expect((model.spontaneousPlanner, model.activeRelaxed) == (1, 0))
        (model.introvertExtrovert, model.spontaneousPlanner) = (nil, .nan)
        #expect((model.introvertExtrovert, model.spontaneousPlanner) == (nil, nil))
    }

    @Test(arguments: [
        ("42.4451, -76.4813", 42.4451, -76.4813), ("  -33.9;18.4 ", -33.9, 18.4), ("0 0", 0, 0),
        ("ithaca", 42.44, -76.5), ("ZURICH", 47.37, 8.54),
    ]) func `a typed place or typed degrees set the point`(text: String, latitude: Double, longitude: Double) throws {
        let model = try model()
        #expect(model.setCoordinates(text, places: try Self.places))
        #expect(model.draft.location?.coordinates == Coordinates(latitude: latitude, longitude: longitude))
        #expect(model.coordinatesText == "\(latitude), \(longitude)")
    }

    @Test(arguments: [
        "Atlantis", "91, 0", "0, 181", "12", "1, 2, 3", "nan, nan", "0x10, 0x10", "1e1, 1e1", "--, ++",
        String(repeating: "1", count: 100_000),
    ]) func `text that is not a place leaves the point unchanged`(text: String) throws {
        let model = try model()
        #expect(model.setCoordinates("42, -76"))
        #expect(!model.setCoordinates(text, places: try Self.places))
        #expect(model.coordinatesText == "42.0, -76.0")
        #expect(model.failure?.message.hasPrefix("Enter latitude and longitude") == true)
        #expect(model.setCoordinates(""))
        #expect(model.draft.location == nil)
        #expect(model.failure == nil)
    }

    @Test func `degrees of at most 64 bytes and names of at most 256 bytes set the point`() throws {
        let model = try model()
        let degrees = "42." + String(repeating: "0", count: 64 - "42., -76".utf8.count) + ", -76"
        #expect(model.setCoordinates(degrees) && model.coordinatesText == "42.0, -76.0")
        #expect(!model.setCoordinates(degrees + "."))
        let point = try #require(Coordinates(latitude: 1, longitude: 2))
        for (bytes, isFound) in [(256, true), (257, false)] {
            let name = String(repeating: "a", count: bytes)
            #expect(model.setCoordinates(name, places: [NamedPlace(name: name, coordinates: point)]) == isFound)
        }
    }

    @Test func `a valid choice clears the failure of the previous choice`() throws {
        let model = try model()
        #expect(!model.setFreeHours("someday"))
        #expect(model.failure != nil)
        model.toggle(FriendshipGoal.closeFriends)
        #expect(model.failure == nil)
        for number in 0..<Limits.interests.upperBound { model.toggle(Interest("interest \(number)")) }
        model.toggle(Interest("one more"))
        #expect(model.failure != nil)
        model.customInterest = "Interest 1"
        model.addCustomInterest()  // already chosen: only the failure changes
        #expect(model.failure == nil)
    }

    @Test func `free hours are read in the language of the front end`() throws {
        let days = ["mon": "Mo", "tue": "Di", "wed": "Mi", "thu": "Do", "fri": "Fr", "sat": "Sa", "sun": "So"]
        let words = LocalizedStrings(
            days.reduce(into: [:]) {
                $0[LocalizationKey("weekday_short", $1.key)] = MessageTemplate(template: $1.value)
            })
        let model = try model(catalogue: MessageCatalogue.english.overlaid(with: MessageCatalogue(words: words)))
        #expect(model.setFreeHours("Mi 9-12"))
        #expect(model.draft.availability?.hours.text() == "Wed 9–12")
    }

    private static var places: [NamedPlace] {
        get throws {
            [
                NamedPlace(name: "Ithaca", coordinates: try #require(Coordinates(latitude: 42.44, longitude: -76.5))),
                NamedPlace(name: "Zürich", coordinates: try #require(Coordinates(latitude: 47.37, longitude: 8.54))),
            ]
        }
    }
}
