import Foundation
import OrbitModels
import Testing

private func decode<T: Decodable>(_ json: String, as type: T.Type = T.self) throws -> T {
    try OrbitJSON.decoder.decode(T.self, from: Data(json.utf8))
}

private func json(_ value: some Encodable) throws -> String {
    String(decoding: try OrbitJSON.encoder.encode(value), as: UTF8.self)
}

@Suite struct IdentifierTests {
    @Test func `an id is decoded from a string or an integer and encoded as a string`() throws {
        let ids: [UserID] = try decode(#"["u1", 42, 9007199254740993]"#)
        #expect(ids == ["u1", "42", "9007199254740993"])
        #expect(try json(ids) == #"["u1","42","9007199254740993"]"#)
    }

    @Test(arguments: ["[\"\"]", "[1.5]", "[true]", "[null]", "[{}]"])
    func `an id of another type or without text is refused`(
        text: String
    ) {
        #expect(throws: DecodingError.self) { try decode(text, as: [UserID].self) }
    }

    @Test func `an id with a control character at any position is refused`() throws {
        for value in Array(0...0x1F) + Array(0x7F...0x9F) as [UInt32] {
            let digits = String(value, radix: 16)
            let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            for text in [escape, "\(escape)a", "a\(escape)", "a\(escape)b"] {
                #expect(throws: DecodingError.self, "\(text)") { try decode("[\"\(text)\"]", as: [UserID].self) }
            }
        }
        #expect(try decode(#"[" ", "~", "\u00a0"]"#, as: [UserID].self) == [" ", "~", "\u{A0}"])
    }

    @Test func `a list element whose id has a control character is skipped and counted`() throws {
        let list: LossyList<UserID> = try decode(#"["a", "b\u0000c", "d"]"#)
        #expect(list.elements == ["a", "d"])
        #expect(list.quarantined.map(\.index) == [1])
    }

    @Test func `an id has at most 256 bytes`() throws {
        let longest = String(repeating: "é", count: 128)
        #expect(try decode("[\"\(longest)\"]", as: [UserID].self) == [UserID(longest)])
        #expect(throws: DecodingError.self) { try decode("[\"\(longest)x\"]", as: [UserID].self) }
    }

    @Test func `ids, stars and sliders are strictly ordered`() throws {
        #expect(UserID("a") < UserID("b") && !(UserID("a") < UserID("a")))
        let one = try #require(Stars(1))
        let two = try #require(Stars(2))
        #expect(one < two && !(one < one))
        let low = try #require(UnitInterval(0))
        let high = try #require(UnitInterval(1))
        #expect(low < high && !(low < low))
    }
}

@Suite struct OpenEnumTests {
    @Test func `an unknown value survives a round trip`() throws {
        let types: [EventType] = try decode(#"["study", "hackathon"]"#)
        #expect(types.map(\.isKnown) == [true, false])
        #expect(try json(types) == #"["study","hackathon"]"#)
    }

    @Test func `a display label of older servers is decoded as its value`() throws {
        let sizes: [GroupSize] = try decode(#"["Small groups (3-5)", "small"]"#)
        #expect(sizes == [.small, .small])
    }

    @Test func `the nine event types are known`() {
        #expect(EventType.known.count == 9)
    }
}

@Suite struct LossyListTests {
    @Test func `a broken element is quarantined with index and reason, and other elements are decoded`() throws {
        let list: LossyList<Person> = try decode(
            #"[{"id":"a","name":"Ana"},{"name":"Nobody"},null,7,{"id":"b","name":"Ben","age":"old"},{"id":3,"name":"Cem"}]"#
        )
        #expect(list.elements.map(\.id) == ["a", "3"])
        #expect(list.quarantined.map(\.index) == [1, 2, 3, 4])
        #expect(list.quarantined.first?.reason.contains("id is missing") == true)
    }

    @Test func `the reason for a quarantined element does not contain its value`() throws {
        let list: LossyList<Person> = try decode(#"[{"id":"a","name":"Ana","birth_month":"my secret"}]"#)
        let reason = try #require(list.quarantined.first?.reason)
        #expect(reason.contains("birth_month"))
        #expect(!reason.contains("secret"))
    }

    @Test func `an object instead of a list is refused`() {
        #expect(throws: DecodingError.self) { try decode(#"{"id":"a"}"#, as: LossyList<Person>.self) }
    }
}

@Suite struct EnvelopeTests {
    @Test func `a success is decoded with its payload`() throws {
        let envelope: Envelope<MessageData> = try decode(#"{"success":true,"data":{"message":"Hi."},"error":null}"#)
        #expect(envelope == .success(MessageData(message: "Hi.")))
    }

    @Test func `a failure has a code, fields, a retry time and details`() throws {
        let text = #"""
            {"success":false,"error":"Wait.","code":"rate_limited","retry_after":30,"details":{"attempts_left":2,"by":"x"},
             "fields":[{"path":"age","code":"out_of_range","parameters":{"max":100,"min":18}}]}
            """#
        let problem = Problem(
            code: .rateLimited, message: "Wait.",
            fields: [
                FieldFailure(
                    path: "age", code: FailureCode(rawValue: "out_of_range"), parameters: ["min": 18, "max": 100])
            ],
            retryAfter: 30, details: ["attempts_left": 2, "by": "x"])
        #expect(try decode(text, as: Envelope<MessageData>.self) == .failure(problem))
        #expect(
            try decode(json(Envelope<MessageData>.failure(problem)), as: Envelope<MessageData>.self)
                == .failure(problem))
    }

    @Test func `an older server's failure is decoded with its message only`() throws {
        let envelope: Envelope<MessageData> = try decode(#"{"success":false,"data":null,"error":"Nope."}"#)
        #expect(envelope == .failure(Problem(code: .unspecified, message: "Nope.")))
    }

    @Test func `a failure of a field states its severity only if it is a warning`() throws {
        let code = FailureCode(rawValue: "x")
        #expect(try json(FieldFailure(path: "age", code: code)) == #"{"code":"x","path":"age"}"#)
        #expect(
            try json(FieldFailure(path: "age", code: code, severity: .warn))
                == #"{"code":"x","path":"age","severity":"warn"}"#)
    }

    @Test(arguments: [("1e20", 31_536_000), ("0.2", 1), ("0", 0), ("30", 30), ("-5", nil), ("null", nil)])
    func `an invalid retry time does not prevent decoding`(text: String, seconds: Int?) throws {
        let problem: Problem = try decode(#"{"success":false,"error":"Wait.","retry_after":\#(text)}"#)
        #expect(problem.message == "Wait.")
        #expect(problem.retryAfter == seconds)
    }

    @Test(arguments: [
        #"{}"#, #"{"success":true}"#, #"{"success":true,"data":null}"#, #"{"success":false}"#,
        #"{"success":1,"data":{}}"#,
        #"{"data":{"message":"Hi."}}"#, #"[]"#, #""success""#,
    ])
    func `a response that is neither success nor failure is refused`(text: String) {
        #expect(throws: DecodingError.self) { try decode(text, as: Envelope<MessageData>.self) }
    }
}

@Suite struct SecretTests {
    @Test func `descriptions and dumps do not contain secrets`() throws {
        let token = AccessToken("hunter2")
        var dumped = ""
        dump(token, to: &dumped)
        let session = AuthSession(
            userID: "u1", accessToken: token, refreshToken: RefreshToken("hunter3"),
            issuedAt: Date(timeIntervalSince1970: 0), accessExpiresAt: Date(timeIntervalSince1970: 900))
        dump(session, to: &dumped)
        for text in ["\(token)", String(reflecting: token), "\(session)", String(reflecting: session), dumped] {
            #expect(!text.contains("hunter"))
        }
        #expect(token.reveal == "hunter2")
        #expect(try decode(json(session), as: AuthSession.self) == session)
    }

    @Test func `an empty secret is refused`() {
        #expect(throws: DecodingError.self) { try decode(#"[""]"#, as: [AccessToken].self) }
    }
}

@Suite struct InvariantTests {
    @Test(arguments: [-0.01, 1.01, .nan, .infinity, -.infinity]) func `a slider is from 0 to 1`(value: Double) {
        #expect(UnitInterval(value) == nil)
    }

    @Test(arguments: ["-0.1", "1.1", "\"0.5\"", "true", "1e400"])
    func `an encoded slider value outside 0 to 1 is refused`(number: String) {
        let json = #"{"active_relaxed":\#(number)}"#
        #expect(throws: DecodingError.self) {
            try OrbitJSON.decoder.decode(Personality.self, from: Data(json.utf8))
        }
    }

    @Test func `an unanswered slider is decoded as nil`() throws {
        let personality: Personality = try decode(#"{"introvert_extrovert":0.5,"active_relaxed":null}"#)
        #expect(personality.introvertExtrovert == UnitInterval(0.5))
        #expect(personality.activeRelaxed == nil)
        #expect(personality.spontaneousPlanner == nil)
    }

    @Test(arguments: [(91.0, 0.0), (-90.1, 0), (0, 180.5), (.nan, 0), (0, .infinity)])
    func `coordinates out of range are refused`(latitude: Double, longitude: Double) {
        #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
    }

    @Test(arguments: [(90.0, 180.0), (-90, -180), (0, 0)])
    func `coordinates of poles and the antimeridian are accepted`(latitude: Double, longitude: Double) {
        #expect(Coordinates(latitude: latitude, longitude: longitude) != nil)
    }

    @Test(arguments: [0, 6, -1, Int.max]) func `a number of stars outside 1 to 5 is refused`(count: Int) {
        #expect(Stars(count) == nil)
    }

    @Test func `a day with more than 24 hours is refused, even if the hours are equal`() throws {
        func availability(_ count: Int) throws -> WeeklyAvailability {
            let hours = Array(repeating: "8", count: count).joined(separator: ",")
            return try decode(#"{"time_zone":"GMT","hours":{"mon":[\#(hours)]}}"#)
        }
        #expect(try availability(24).hours.count == 1)
        #expect(throws: DecodingError.self) { try availability(25) }
    }

    @Test func `a span whose end is not after its start is refused`() {
        let now = Date(timeIntervalSince1970: 0)
        #expect(TimeSpan(start: now, end: now) == nil)
        #expect(TimeSpan(start: now, end: now - 1) == nil)
    }

    @Test func `spans that only touch do not overlap`() throws {
        let epoch = Date(timeIntervalSince1970: 0)
        let first = try #require(TimeSpan(start: epoch, end: epoch + 10))
        let next = try #require(TimeSpan(start: epoch + 10, end: epoch + 20))
        let across = try #require(TimeSpan(start: epoch + 5, end: epoch + 15))
        #expect(!first.overlaps(next) && !next.overlaps(first))
        #expect(first.overlaps(across) && across.overlaps(next))
    }
}

@Suite struct InterestTests {
    @Test func `predefined interests are decoded from ids and labels, and encoded as ids`() throws {
        #expect(Interest.predefined.count == 20)
        #expect(Set(Interest.predefined).count == 20)
        for interest in Interest.predefined {
            #expect(Interest(interest.id) == interest)
            #expect(Interest(interest.label) == interest)
            #expect(try json([interest]) == "[\"\(interest.id)\"]")
        }
    }

    @Test func `a label with a million accents is decoded unchanged`() {
        let accents = "e" + String(repeating: "\u{301}", count: 1_000_000)
        #expect(Interest(accents).label.unicodeScalars.count == 1_000_001)
    }

    @Test func `a label of up to 256 bytes is folded`() {
        #expect(Interest(String(repeating: "A", count: 256)).id == String(repeating: "a", count: 256))
        #expect(Interest(String(repeating: "A", count: 257)).id == String(repeating: "A", count: 256))
    }

    @Test func `the first 32 labels of a list are folded`() {
        let list = Interest.list(Array(repeating: "Chess Club", count: 33))
        #expect(list.map(\.id) == Array(repeating: "chess club", count: 32) + ["Chess Club"])
    }

    @Test func `a typed interest keeps its spelling and is compared without case, spacing and width`() throws {
        let typed: [Interest] = try decode(#"["Rock  Climbing", "rock climbing", "Ｒｏｃｋ climbing"]"#)
        #expect(Set(typed).count == 1)
        #expect(typed.first?.label == "Rock  Climbing")
        #expect(try json(typed.first) == #""Rock  Climbing""#)
    }
}

/// Meetups of older servers, which state only whether a meetup is public.
@Suite struct OlderMeetupTests {
    @Test(arguments: [
        (#", "is_public": true"#, MeetupVisibility.campus), (#", "isPublic": true"#, .campus),
        (#", "is_public": false"#, .invited), ("", .invited),
        (#", "visibility": "campus", "is_public": false"#, .campus),
    ])
    func `an older plan is for the campus if public`(_ members: String, _ visibility: MeetupVisibility) throws {
        let json = """
            {"title": "Chess", "event_type": "social", "time": "2027-01-15T08:00:00Z",
            "end_time": "2027-01-15T09:00:00Z"\(members)}
            """
        let plan = try OrbitJSON.decoder.decode(MeetupPlan.self, from: Data(json.utf8))
        #expect(plan.visibility == visibility)
    }

    @Test func `a plan has room for at least one person`() throws {
        func plan(capacity: Int) throws -> MeetupPlan {
            let json = """
                {"title": "Chess", "event_type": "social", "time": "2027-01-15T08:00:00Z",
                "end_time": "2027-01-15T09:00:00Z", "capacity": \(capacity)}
                """
            return try OrbitJSON.decoder.decode(MeetupPlan.self, from: Data(json.utf8))
        }
        #expect(try plan(capacity: 1).capacity == 1)
        #expect(throws: DecodingError.self) { try plan(capacity: 0) }
    }
}
