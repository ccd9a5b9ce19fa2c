import Chat
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import Profiles
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct ContractTests {
    private let contract: Contract

    init() throws {
        contract = try Contract.current.get()
    }

    @Test func `the contract describes exactly the routes of the clients and of the backend`() {
        let described = contract.operations.map(\.name)
        #expect(Set(described) == Set(ContractArea.routes.map(\.description)))
        #expect(Set(described) == Set(TestServer().backend.routes.map(\.description)))
        #expect(described.count == ContractArea.routes.count)
    }

    @Test func `an operation needs a session exactly if its route needs a session`() throws {
        for route in ContractArea.routes {
            let operation = try #require(contract.operations.first { $0.name == route.description })
            let expected: JSONValue =
                route.access == .session ? .array([.object(["session": .array([])])]) : .array([])
            #expect((operation.body["security"] ?? contract.document["security"]) == expected)
            #expect(try (contract.response(of: operation, status: 401) != nil) || route.access == .anyone)
        }
    }

    @Test func `operations declare the parameters of their paths and have unique ids`() throws {
        for operation in contract.operations {
            let named = try (operation.body["parameters"]?.elements ?? []).map(contract.resolved)
                .filter { $0["in"]?.string == "path" }.compactMap { $0["name"]?.string }
            let inPath = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            #expect(named == inPath)
        }
        let identifiers = contract.operations.compactMap { $0.body["operationId"]?.string }
        #expect(Set(identifiers).count == contract.operations.count)
    }

    @Test func `all references resolve, all parts are used, and no two parts share a name`() throws {
        var used: Set<String> = []
        func visit(_ value: JSONValue) throws {
            if let reference = value["$ref"]?.string {
                used.insert(reference)
                _ = try contract.resolved(value)
            }
            for element in value.elements { try visit(element) }
            for member in value.members.values { try visit(member) }
        }
        for file in contract.files.values { try visit(file) }
        var names: Set<String> = []
        for (path, file) in contract.files where path != Contract.entry {
            for (kind, parts) in file.members {
                for name in parts.members.keys {
                    let pointer = name.replacing("~", with: "~0").replacing("/", with: "~1")
                    #expect(used.contains("\(path)#/\(kind)/\(pointer)"))
                    #expect(names.insert("\(kind) \(name)").inserted)
                }
            }
        }
        for (path, item) in contract.document["paths"]?.members ?? [:] {
            let pointer = path.replacing("~", with: "~0").replacing("/", with: "~1")
            #expect(item["$ref"]?.string?.hasSuffix("#/paths/\(pointer)") == true)
        }
    }

    @Test func `every file of the contract is read`() throws {
        let parts = try FileManager.default.contentsOfDirectory(
            atPath: Contract.folder.appending(path: "openapi").path)
        #expect(Set(contract.files.keys) == Set(parts.map { "openapi/\($0)" } + [Contract.entry]))
    }

    @Test func `every example conforms to its schema`() throws {
        let check = SchemaCheck(contract: contract)
        var count = 0
        func expect(_ example: JSONValue, _ schema: JSONValue) throws {
            #expect(try check.faults(in: example, against: schema) == [])
            count += 1
        }
        func visit(_ value: JSONValue) throws {
            if let schema = value["schema"], schema != .object([:]) {
                for example in value["examples"]?.members.values.compactMap({ $0["value"] }) ?? [] {
                    try expect(example, schema)
                }
                if let example = value["example"] { try expect(example, schema) }
            }
            for element in value.elements { try visit(element) }
            for member in value.members.values { try visit(member) }
        }
        for file in contract.files.values { try visit(file) }
        for schema in contract.schemas.values {
            for example in schema["examples"]?.elements ?? [] { try expect(example, schema) }
        }
        #expect(count > 40)
    }

    @Test func `each schema has exactly the members of the encoded value`() throws {
        let check = SchemaCheck(contract: contract)
        for (name, value) in ContractArea.full {
            let encoded = try JSONValue(json: OrbitJSON.encoder.encode(value))
            let schema = try #require(contract.schemas[name])
            let faults = try check.faults(in: encoded, against: schema)
            #expect(faults == [], "\(name)")
            #expect(try Set(encoded.members.keys) == Set(check.properties(of: schema, for: encoded).keys), "\(name)")
        }
        let covered = Set(ContractArea.full.map(\.schema))
        let objects = try contract.schemas.filter { try !check.properties(of: $0.value).isEmpty }
        // Two schemas are parts of other schemas. The archive is written member by member, and is checked against its
        // schema when it is read. A request to clear pokes is one of two schemas, which are covered.
        let parts: Set = ["Success", "Page", "Archive", "ClearPokesRequest"]
        #expect(Set(objects.keys).subtracting(parts).isSubset(of: covered))
    }

    private func words(_ schema: String) -> [String] {
        contract.schemas[schema]?["examples"]?.elements.compactMap(\.string) ?? []
    }

    @Test func `the contract lists the same enumeration values as the code`() throws {
        for type in ContractArea.all.flatMap(\.words) {
            #expect(words("\(type)") == type.knownWords, "\(type)")
        }
        #expect(words("Interest") == Interest.predefined.map(\.id))
        #expect(
            contract.schemas["Reason"]?["properties"]?["code"]?["examples"]?.elements.compactMap(\.string)
                == ReasonCode.known.map(\.rawValue))
        #expect(
            contract.schemas["Dealbreakers"]?["properties"]?["farthest"]?["enum"]?.elements.compactMap(\.string)
                == DistanceLevel.allCases.map(\.rawValue))
        #expect(
            contract.schemas["Dealbreakers"]?["properties"]?["free_time"]?["enum"]?.elements.compactMap(\.string)
                == FreeTimeLevel.allCases.filter { $0 > .little }.map(\.rawValue))
    }

    @Test func `each kind of event has the data that the catalogues decode`() throws {
        let known = ContractArea.catalogue.kinds.union([.personHidden, .personShown, .void])
        #expect(Set(words("EventKind")) == Set(known.map(\.rawValue)))
        #expect(words("EventKind").count == known.count)
        #expect(words("ListName").sorted() == ContractArea.all.flatMap(\.lists).map(\.rawValue).sorted())
        let rules = contract.schemas["LogEvent"]?["allOf"]?.elements ?? []
        let schemas = rules.reduce(into: [String: JSONValue]()) { all, rule in
            all[rule["if"]?["properties"]?["type"]?["const"]?.string ?? ""] = rule["then"]?["properties"]?["data"]
        }
        #expect(schemas.count == rules.count)
        let decoder = OrbitJSON.decoder(reading: ContractArea.catalogue)
        for kind in known {
            let values = ContractArea.full.filter {
                schemas[kind.rawValue]?["$ref"]?.string?.hasSuffix("/\($0.schema)") == true
            }
            var data = Data("{}".utf8)
            if let value = values.first?.value { data = try OrbitJSON.encoder.encode(value) }
            let json = #"{"at":"2027-01-15T08:00:00Z","seq":1,"type":"\#(kind.rawValue)","data":"#
            let event = try decoder.decode(LogEvent.self, from: Data(json.utf8) + data + Data("}".utf8))
            // An event without data is opaque, because no catalogue decodes it.
            #expect(event.isOpaque == values.isEmpty, "\(kind.rawValue)")
        }
    }

    @Test func `the limits in the contract equal the limits in the code`() throws {
        let profile = try #require(contract.schemas["Profile"]?["properties"])
        let update = contract.operations.first { $0.name == ProfileRoutes.updateMe.description }
        let kept = update?.body["requestBody"]?["content"]?["application/json"]?["schema"]?["allOf"]?.elements.last
        #expect(
            kept?["properties"]?["interests"]?["minItems"]?.number == Double(Limits.interests.lowerBound))
        #expect(profile["interests"]?["maxItems"]?.number == Double(Limits.interests.upperBound))
        #expect(profile["photos"]?["maxItems"]?.number == Double(Limits.photos.upperBound))
        #expect(profile["sports"]?["maxItems"]?.number == Double(Limits.sports.upperBound))
        #expect(profile["friendship_goals"]?["maxItems"]?.number == Double(Limits.friendshipGoals.upperBound))
        #expect(profile["socials"]?["maxProperties"]?.number == Double(Limits.socials.upperBound))
        let seen = contract.schemas["SeenRequest"]?["properties"]?["user_ids"]
        #expect(seen?["maxItems"]?.number == Double(SeenRequest.maxPeople))
        let surfaces = contract.schemas["MuteRequest"]?["properties"]?["surfaces"]
        #expect(surfaces?["maxItems"]?.number == Double(MuteLimits.maxSurfaces))
        let goals = contract.schemas["Dealbreakers"]?["properties"]?["goals"]
        #expect(goals?["maxItems"]?.number == Double(Limits.friendshipGoals.upperBound))
        let ages = try #require(contract.schemas["Dealbreakers"]?["properties"]?["ages"]?["properties"])
        for age in [ages["from"], ages["to"]] {
            #expect(age?["minimum"]?.number == Double(Dealbreakers.possibleAges.lowerBound))
            #expect(age?["maximum"]?.number == Double(Dealbreakers.possibleAges.upperBound))
        }
        #expect(contract.schemas["ProfileVisibility"]?["maxProperties"]?.number == Double(Limits.maxAudiences))
        let preferences = try #require(contract.schemas["SocialPreferences"]?["properties"])
        #expect(preferences["preferred_times"]?["maxItems"]?.number == Double(Limits.preferredTimes.upperBound))
        let sent = contract.schemas["SendMessageRequest"]?["properties"]?["text"]
        #expect(sent?["maxLength"]?.number == Double(ChatLimits.text.upperBound))
        let slots = contract.schemas["SendProposalRequest"]?["properties"]?["slots"]
        #expect(slots?["maxItems"]?.number == Double(ChatLimits.slots.upperBound))
        let reactions = contract.schemas["Message"]?["properties"]?["reactions"]
        #expect(reactions?["maxItems"]?.number == Double(ChatLimits.emojiPerMessage))
        let unread = contract.schemas["Conversation"]?["properties"]?["unread_count"]
        #expect(unread?["maximum"]?.number == Double(Conversation.maxUnreadCount))
        let reported = contract.schemas["ReportSubject"]?["properties"]?["message_ids"]
        #expect(reported?["maxItems"]?.number == Double(ReportSubject.maxMessages))
    }

    @Test func `the contract allows the months of birth that the code reads, and no others`() throws {
        let schema = try #require(contract.schemas["Profile"]?["properties"]?["birth_month"])
        let check = SchemaCheck(contract: contract)
        let months = (0...99).map { "2006-\($0 < 10 ? "0" : "")\($0)" }
        for text in months + ["0000-01", "9999-12", "2006-1", "2006", "2006-01-01", "x2006-01", ""] {
            let isAllowed = try check.faults(in: .string(text), against: schema).isEmpty
            #expect(isAllowed == (BirthMonth(text) != nil), "\(text)")
        }
    }

    @Test func `the contract allows the names of messages that the code accepts, and no others`() throws {
        let schema = try #require(contract.schemas["ClientID"])
        let check = SchemaCheck(contract: contract)
        let long = [64, 65].map { String(repeating: "a", count: $0) }
        for name in ["a", "Z-9_", "", "a b", "a>b"] + long {
            let isAllowed = try check.faults(in: .string(name), against: schema).isEmpty
            #expect(isAllowed == ChatBounds.isValid(ClientID(name)), "\(name)")
        }
    }

    @Test func `every list and dictionary in a request body has a maximum size`() throws {
        // A part of a schema may add rules for a member of another part.
        var (all, limited): (Set<String>, Set<String>) = ([], [])
        func visit(_ value: JSONValue, at place: String) throws {
            let schema = try contract.resolved(value)
            if schema["type"] == .string("array") || schema["additionalProperties"] != nil { all.insert(place) }
            if schema["maxItems"] != nil || schema["maxProperties"] != nil { limited.insert(place) }
            for (name, member) in schema["properties"]?.members ?? [:] { try visit(member, at: "\(place).\(name)") }
            for part in (schema["allOf"]?.elements ?? []) + (schema["oneOf"]?.elements ?? []) {
                try visit(part, at: place)
            }
            for part in [schema["items"], schema["additionalProperties"]].compactMap(\.self) {
                try visit(part, at: place + "[]")
            }
        }
        for operation in contract.operations {
            let schema = operation.body["requestBody"]?["content"]?["application/json"]?["schema"]
            if let schema { try visit(schema, at: operation.id) }
        }
        #expect(all.subtracting(limited) == [])
        #expect(all.count > 15)
    }

    @Test func `every number in a request body has a minimum and a maximum`() throws {
        // The decoders refuse an integer of more than 64 bits as malformed.
        var count = 0
        func visit(_ value: JSONValue, at place: String) throws {
            let schema = try contract.resolved(value)
            guard schema["readOnly"] != .boolean(true) else { return }
            if let type = schema["type"]?.string, ["integer", "number"].contains(type) {
                #expect(schema["minimum"]?.number != nil && schema["maximum"]?.number != nil, "\(place)")
                count += 1
            }
            for (name, member) in schema["properties"]?.members ?? [:] { try visit(member, at: "\(place).\(name)") }
            for part in (schema["allOf"]?.elements ?? []) + (schema["oneOf"]?.elements ?? []) {
                try visit(part, at: place)
            }
            for part in [schema["items"], schema["additionalProperties"]].compactMap(\.self) {
                try visit(part, at: place + "[]")
            }
        }
        for operation in contract.operations {
            let schema = operation.body["requestBody"]?["content"]?["application/json"]?["schema"]
            if let schema { try visit(schema, at: operation.id) }
        }
        #expect(count > 15)
    }
}

extension OpenEnum {
    fileprivate static var knownWords: [String] { known.map(\.rawValue) }
}

@Suite struct ContractReadingTests {
    @Test func `block mappings, sequences, scalars and folded text are read from YAML`() throws {
        let text = """
            # A comment.
            a: plain text, with: no space after
            'b': 'it''s: quoted'
            c:
              - one
              - d: 1
                e: true
              - - x
            """
        #expect(throws: YAMLReader.Unreadable.self) { try YAMLReader.value(of: text) }
        let sound = text.replacing("\n  - - x", with: "\n  - f: >-\n      folded\n      text\n    g: []")
            .replacing(", with: no space after", with: "")
        let expected: JSONValue = .object([
            "a": .string("plain text"), "b": .string("it's: quoted"),
            "c": .array([
                .string("one"), .object(["d": .number(1), "e": .boolean(true)]),
                .object(["f": .string("folded text"), "g": .array([])]),
            ]),
        ])
        #expect(try YAMLReader.value(of: sound) == expected)
    }

    @Test func `flow collections are read from one line and from several lines`() throws {
        let text = """
            a: { b: 1, 'c': 'it''s, [here]', $ref: 'x.yaml#/y', d: [], e: {} }
            f:
              - { g: plain words }
              - [1, 2]
            h: [
              one,
              'two: 2', true
            ]
            """
        let expected: JSONValue = .object([
            "a": .object([
                "b": .number(1), "c": .string("it's, [here]"), "$ref": .string("x.yaml#/y"), "d": .array([]),
                "e": .object([:]),
            ]),
            "f": .array([.object(["g": .string("plain words")]), .array([.number(1), .number(2)])]),
            "h": .array([.string("one"), .string("two: 2"), .boolean(true)]),
        ])
        #expect(try YAMLReader.value(of: text) == expected)
    }

    @Test(arguments: [
        "a: 1\na: 2", "a:\n   b: 1", "a: \"x\"", "a: 'x", "a", "a: b: c", "a:\nb: 1", "- 1\na: 1",
        "a: [1", "a: [1] 2", "a: [1}", "a: { b }", "a: { b: 1, b: 2 }", "a: ['x]", "a: { b: c: d }", "a: [,]",
    ])
    func `YAML outside the supported subset is unreadable`(_ text: String) {
        #expect(throws: YAMLReader.Unreadable.self) { try YAMLReader.value(of: text) }
    }

    @Test func `values that break their schema have the expected number of faults`() throws {
        let contract = try Contract.current.get()
        let check = SchemaCheck(contract: contract)
        func faults(_ json: String, _ schema: String) throws -> Int {
            let value = try JSONValue(json: Data(json.utf8))
            return try check.faults(in: value, against: try #require(contract.schemas[schema])).count
        }
        #expect(try faults(#"{"id":"1","url":"/x"}"#, "Photo") == 0)
        #expect(try faults(#"{"id":"1"}"#, "Photo") == 1)
        #expect(try faults(#"{"id":1,"url":"/x","extra":1}"#, "Photo") == 2)
        #expect(try faults(#"{"name":"x"}"#, "Person") == 1)
        #expect(try faults(#"{"lat":91,"lng":"0"}"#, "Coordinates") == 2)
        #expect(try faults(#"{"name":"x","birth_month":"2006-3","interests":"music"}"#, "Profile") == 2)
        #expect(try faults(#"{"success":true,"error":"x","code":"y"}"#, "Problem") == 1)
        #expect(try faults(#"{"time_zone":"UTC","hours":{"mon":[24,1.5]}}"#, "WeeklyAvailability") == 2)
        #expect(try faults(#"{"time_zone":"UTC","hours":{"monday":[1]}}"#, "WeeklyAvailability") == 1)
        #expect(try faults(#"{"from_user_id":"1"}"#, "ClearPokesRequest") == 0)
        #expect(try faults(#"{"before":"2027-01-15T08:00:00Z"}"#, "ClearPokesRequest") == 0)
        #expect(try faults("{}", "ClearPokesRequest") == 1)
        #expect(try faults(#"{"from_user_id":1}"#, "ClearPokesRequest") == 1)
        #expect(try faults(#"{"from_user_id":"1","before":"2027-01-15T08:00:00Z"}"#, "ClearPokesRequest") == 1)
    }
}
