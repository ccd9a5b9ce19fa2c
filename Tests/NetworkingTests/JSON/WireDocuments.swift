/// Responses with a value for each member that their types decode.
enum WireDocuments {
    static let people = Array(
        #"""
        {"success":true,"data":{"people":[
        {"id":"u_1","name":"Jos\u00e9","birth_month":"2004-03","age":21,"major":"Music","bio":"Ramen & chess 🪐",
        "location":{"city":"Montr\u00e9al","state":"QC","coordinates":{"lat":30.436292,"lng":-88.219517}},
        "photos":["https://photos.example/u0/p0_855398185.jpg","b"],"interests":["Reading","travel","Go"],
        "personality":{"introvert_extrovert":0.9727,"spontaneous_planner":1,"active_relaxed":null},
        "social_preferences":{"group_size":"Small groups (3-5)","meeting_frequency":"weekly","preferred_times":["Evenings"]},
        "friendship_goals":["Close friends"],"sports":[{"sport":"tennis","level":"beginner"}],
        "socials":{"instagram":"jose"}},
        {"id":7,"name":"Maya","photos":[{"id":"p_1","url":"https://photos.example/1.jpg"},"c"]}],
        "next_cursor":"c_2"}}
        """#.utf8)

    static let meetups = Array(
        #"""
        {"success":true,"at":"e_1:3","data":[{"id":"e_1","host_id":"u_1","title":"Tennis",
        "description":"Bring a racket.","event_type":"social","approval":"host","capacity":4,"going_count":3,
        "created_at":"2026-11-20T09:00:00Z","time":"2026-11-24T01:00:00Z","end_time":"2026-11-24T02:30:00.250+01:00",
        "interest_tags":["sports_fitness"],"join_by":null,"host_is_certified":true,"revision":2,
        "place":{"id":"courts","name":"Court 3","coordinates":{"lat":37.8,"lng":-122.25},"exact":true,"room":"3"},
        "series":{"id":"s_1","occurrence":"2026-11-23T17:00:00","rule":"FREQ=WEEKLY;COUNT=8"},"status":"cancelled",
        "time_zone":"America/Los_Angeles","updated_at":"2026-11-21T09:00:00Z","visibility":"matches"}]}
        """#.utf8)

    static let refusal = Array(
        #"""
        {"success":false,"error":"Wait a moment.","code":"too_many_requests","retry_after":12.5,
        "fields":[{"path":"bio","code":"too_long","severity":"warn","parameters":{"max":500,"min":0.5,"word":"x"}}],
        "details":{"limit":7}}
        """#.utf8)

    static let log = Array(
        #"""
        {"at":"e_1:9","resync":false,"events":[
        {"seq":8,"at":"2026-11-20T09:00:00Z","type":"poke.closed","subject":"u_1","touches":["pokes"],
        "data":{"poke_id":"p_1"}},
        {"seq":9,"at":"2026-11-20T09:00:01.500Z","type":"unheard.of","action":"k_1","data":{"a":[1,{"b":null}]}}]}
        """#.utf8)
}
