import Foundation
import OrbitBackend
import OrbitDemo
import SQLiteStore
import TimeAndChance

let folder = FileManager.default.temporaryDirectory.appending(path: "orbit-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

let store = try SQLiteStore(path: folder.appending(path: "campus.sqlite").path)
_ = try await CampusSeed(people: 3, seed: 7).populate(store, time: SystemClock())
let tables = try await OrbitBackend(store: store, configuration: .demonstration()).checkRecords()
let accounts = tables.first { $0.table == "accounts" }?.records ?? 0
try FileManager.default.removeItem(at: folder)
print("The file has \(accounts) accounts.")
