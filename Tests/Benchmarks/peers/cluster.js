// Runs supercluster on the input of `orbit-bench cluster`, and prints the same members.
//
//     cluster.js POINTS QUERIES [REPS]
'use strict';

const fs = require('fs');

const [pointFile, queryFile, repetitions = 3] = process.argv.slice(2);

async function main() {
    const { default: Supercluster } = await import('supercluster');
    const bytes = fs.readFileSync(pointFile);
    const points = [];
    for (let offset = 0; offset + 16 <= bytes.length; offset += 16) {
        const coordinates = [bytes.readDoubleLE(offset + 8), bytes.readDoubleLE(offset)];
        points.push({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } });
    }
    const queries = JSON.parse(fs.readFileSync(queryFile, 'utf8'));
    const world = [-180, -90, 180, 90];
    const load = [], all = [], views = [];
    let index, found;
    const timed = (into, work) => {
        const start = performance.now();
        work();
        into.push(performance.now() - start);
    };
    for (let repetition = 0; repetition < repetitions; repetition++) {
        index = new Supercluster({ radius: 40, extent: 512, maxZoom: 16 });
        timed(load, () => index.load(points));
        timed(all, () => { for (let zoom = 0; zoom <= 16; zoom++) index.getClusters(world, zoom); });
        timed(views, () => {
            found = 0;
            for (const query of queries) found += index.getClusters(query.bbox, query.z).length;
        });
    }
    const spread = times => {
        times.sort((a, b) => a - b);
        return [times[0], times[times.length >> 1], times[times.length - 1]].map(time => Math.round(time * 1e3) / 1e3);
    };
    console.log(JSON.stringify({
        impl: 'supercluster', n: points.length, load_ms: spread(load), world_all_zooms_ms: spread(all),
        q200_ms: spread(views), q200_found: found,
        counts: Array.from({ length: 18 }, (_, zoom) => index.getClusters(world, zoom).length),
        maxrss_mb: Math.round(process.resourceUsage().maxRSS * 1.024 / 100) / 10,
    }));
}

main();
